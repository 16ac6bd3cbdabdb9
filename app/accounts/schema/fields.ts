import { z } from 'zod'
import { storedAddress } from '../rules/email-address.ts'

export const MAX_NAME_CHARS = 100

const MAX_EMAIL_CHARS = 254

export const MIN_PASSWORD_CHARS = 6

const MAX_PASSWORD_CHARS = 256

export const text = z.string({ error: 'must be text' })

export const tooLongError = (max: number) => ({ error: `Please use at most ${max} characters.` })

const normalizable = (max: number) => text.max(10 * max, tooLongError(max))

const BAD_ADDRESS = { error: 'Please enter an email address such as name@example.com.' }

/** The email address of an account that may be older than the requirements of `email`. */
export const knownEmail = normalizable(MAX_EMAIL_CHARS)
  .transform((v) => v.normalize('NFC').trim().toLowerCase())
  .pipe(
    z
      .string()
      .max(MAX_EMAIL_CHARS, tooLongError(MAX_EMAIL_CHARS))
      .regex(
        /^[^\s@\p{Cc}<>,;:"()[\]\\]+@[^\s@\p{Cc}<>,;:"()[\]\\]+\.[^\s@.\p{Cc}<>,;:"()[\]\\]{2,}$/u,
        BAD_ADDRESS,
      ),
  )

/** An email address as it is stored: normalized, trimmed, lowercase, and with the domain in ASCII. */
export const email = knownEmail.transform((v, context) => {
  const stored = storedAddress(v)
  if (stored !== null && stored.length <= MAX_EMAIL_CHARS) return stored
  context.addIssue({ code: 'custom', message: BAD_ADDRESS.error })
  return z.NEVER
})

export const password = text
  .min(MIN_PASSWORD_CHARS, {
    error: `Password must be at least ${MIN_PASSWORD_CHARS} characters.`,
  })
  .max(MAX_PASSWORD_CHARS, { error: `Password must be at most ${MAX_PASSWORD_CHARS} characters.` })

/** A password to compare. One that is too long cannot be right and is not hashed. */
export const givenPassword = text.max(MAX_PASSWORD_CHARS, {
  error: `Password must be at most ${MAX_PASSWORD_CHARS} characters.`,
})

export const name = normalizable(MAX_NAME_CHARS)
  .transform((v) => v.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1, { error: 'Please enter your name.' })
      .max(MAX_NAME_CHARS, tooLongError(MAX_NAME_CHARS))
      .regex(/^[^\p{Cc}]*$/u, { error: 'Please leave out line breaks and control characters.' }),
  )

/**
 * Reports missing, blank, and non-text fields with one message before any other validation error.
 */
export function complete<T extends z.ZodType>(fields: string[], message: string, schema: T) {
  return (
    z
      // unknown().transform(…) would appear as "any" in the OpenAPI description.
      .transform((value: unknown) => (typeof value === 'object' && value !== null ? value : {}))
      .superRefine((value, context) => {
        const given = value as Record<string, unknown>
        const missing = fields.filter((field) => {
          const v = given[field]
          return typeof v !== 'string' || v.trim() === ''
        })
        for (const field of missing) {
          context.addIssue({ code: 'custom', path: [field], message, continue: false })
        }
      })
      .pipe(schema as z.ZodType<z.output<T>, object>)
  )
}

export const LOGIN_REQUIRED = 'Email and password are required.'

export const ALL_REQUIRED = 'All fields are required.'
