import { z } from 'zod'
import { isAppCode, normalizeCode, RECOVERY_CODE_CHARS, RECOVERY_CODE_SIGNS } from './rules.ts'

export const NAME_MAX_CHARS = 100
export const EMAIL_MAX_CHARS = 254
export const PASSWORD_MIN_CHARS = 6
export const PASSWORD_MAX_CHARS = 256

const text = z.string({ error: 'must be text' })

const atMost = (max: number) => ({ error: `Please use at most ${max} characters.` })

/**
 * Text to be normalized, which makes it shorter. What is far too long is refused before, because
 * Unicode's normalization takes quadratic time for piled-up accents.
 */
const normalizable = (max: number) => text.max(10 * max, atMost(max))

/** An address as it is stored: trimmed and lower-cased, one form for each mailbox name. */
const email = normalizable(EMAIL_MAX_CHARS)
  .transform((v) => v.normalize('NFC').trim().toLowerCase())
  .pipe(
    z
      .string()
      .max(EMAIL_MAX_CHARS, atMost(EMAIL_MAX_CHARS))
      .regex(
        /^[^\s@\p{Cc}<>,;:"()[\]\\]+@[^\s@\p{Cc}<>,;:"()[\]\\]+\.[^\s@.\p{Cc}<>,;:"()[\]\\]{2,}$/u,
        {
          error: 'Please enter an email address such as name@example.com.',
        },
      ),
  )

export { email as emailAddress }

const password = text
  .min(PASSWORD_MIN_CHARS, {
    error: `Password must be at least ${PASSWORD_MIN_CHARS} characters.`,
  })
  .max(PASSWORD_MAX_CHARS, { error: `Password must be at most ${PASSWORD_MAX_CHARS} characters.` })

export { password as newPasswordInput }

/** A password that is only compared: a longer one cannot be right and is not hashed. */
const givenPassword = text.max(PASSWORD_MAX_CHARS, {
  error: `Password must be at most ${PASSWORD_MAX_CHARS} characters.`,
})

const name = normalizable(NAME_MAX_CHARS)
  .transform((v) => v.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1, { error: 'Please enter your name.' })
      .max(NAME_MAX_CHARS, atMost(NAME_MAX_CHARS))
      .regex(/^[^\p{Cc}]*$/u, { error: 'Please leave out line breaks and control characters.' }),
  )

/**
 * Refuses an object in which one of the fields is missing, blank or no text with the words that the
 * product has for it, before anything else is said about the fields.
 */
function complete<T extends z.ZodType>(fields: string[], message: string, schema: T) {
  return (
    z
      // Not unknown().transform(…), which the description of the API would show as "anything".
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

const LOGIN_REQUIRED = 'Email and password are required.'
const ALL_REQUIRED = 'All fields are required.'

const signIn = z.object({
  // An address that cannot exist is a wrong one, not a malformed one.
  email: text
    .max(1000, atMost(1000))
    // PostgreSQL's text holds every character but NUL.
    .transform((v) => v.replaceAll('\0', '\ufffd').normalize('NFC').trim().toLowerCase()),
  password: givenPassword,
})

export const signInInput = complete(['email', 'password'], LOGIN_REQUIRED, signIn)

/** On the page, a browser can be remembered. */
export const signInForm = complete(
  ['email', 'password'],
  LOGIN_REQUIRED,
  signIn.extend({ remember: z.literal('on').optional().catch(undefined) }),
)

export const registerInput = complete(
  ['name', 'email', 'password'],
  ALL_REQUIRED,
  z.object({ name, email, password }),
)

/** On the page the terms have to be agreed to. */
export const registerForm = complete(
  ['name', 'email', 'password'],
  ALL_REQUIRED,
  z.object({
    name,
    email,
    password,
    terms: z.literal('on', {
      error: 'Please agree to the Terms of Service and the Privacy Policy.',
    }),
  }),
)

export const forgotPasswordInput = complete(
  ['email'],
  'Please enter your email address.',
  z.object({ email }),
)

export const resetPasswordInput = complete(
  ['newPassword'],
  'Please enter a new password.',
  z.object({ newPassword: password }),
)

/** The form has a second field to catch slips. */
export const resetPasswordForm = complete(
  ['newPassword', 'confirmNewPassword'],
  'Please fill in both password fields.',
  z
    .object({ newPassword: password, confirmNewPassword: text })
    .refine((v) => v.newPassword === v.confirmNewPassword, {
      error: 'Passwords do not match.',
      path: ['confirmNewPassword'],
    }),
)

export const updateNameInput = complete(['name'], 'Please enter your name.', z.object({ name }))

export const updateEmailInput = complete(
  ['newEmail', 'password'],
  LOGIN_REQUIRED,
  z.object({ newEmail: email, password: givenPassword }),
)

export const changePasswordInput = complete(
  ['oldPassword', 'newPassword', 'confirmNewPassword'],
  ALL_REQUIRED,
  z
    .object({ oldPassword: givenPassword, newPassword: password, confirmNewPassword: text })
    .refine((v) => v.newPassword === v.confirmNewPassword, {
      error: 'New passwords do not match.',
      path: ['confirmNewPassword'],
    }),
)

export const verifyEmailInput = complete(
  ['code'],
  'Please enter the code from the mail.',
  z.object({
    code: text
      .transform((v) => v.replace(/[\s-]/g, ''))
      .pipe(z.string().regex(/^\d{6}$/, { error: 'The code has six digits.' })),
  }),
)

const RECOVERY_CODE = new RegExp(`^[${RECOVERY_CODE_SIGNS}]{${RECOVERY_CODE_CHARS}}$`)

/** A code of the authenticator app, or a recovery code, in the form that is compared. */
const twoFactorCode = text
  .max(100, { error: 'A code is shorter than that.' })
  .transform(normalizeCode)
  .pipe(
    z.string().refine((v) => isAppCode(v) || RECOVERY_CODE.test(v), {
      error: 'Please enter the six digits from your app, or a recovery code.',
    }),
  )

/** The second step of a sign-in, on the page: the ticket is in a cookie. */
export const secondStepForm = complete(
  ['code'],
  'Please enter a code.',
  z.object({ code: twoFactorCode }),
)

export const twoFactorInput = complete(
  ['ticket', 'code'],
  'Ticket and code are required.',
  z.object({ ticket: text.max(2000), code: twoFactorCode }),
)

/** The forms of the page on which two-factor sign-in is turned on and off. */
export const twoFactorIntent = z.enum(['start', 'cancel', 'confirm', 'new-codes', 'turn-off'])

export const passwordInput = complete(
  ['password'],
  'Please enter your password.',
  z.object({ password: givenPassword }),
)

export const confirmTwoFactorInput = complete(
  ['code'],
  'Please enter the code that your app shows.',
  z.object({
    code: text
      .transform(normalizeCode)
      .pipe(z.string().refine(isAppCode, { error: 'The code has six digits.' })),
  }),
)

/** Changes to a two-factor sign-in that is on ask for both steps. */
export const changeTwoFactorInput = complete(
  ['password', 'code'],
  ALL_REQUIRED,
  z.object({ password: givenPassword, code: twoFactorCode }),
)

export type ChangeTwoFactorInput = z.output<typeof changeTwoFactorInput>
export type SignInInput = z.output<typeof signInInput>
export type RegisterInput = z.output<typeof registerInput>
export type UpdateEmailInput = z.output<typeof updateEmailInput>
export type ChangePasswordInput = z.output<typeof changePasswordInput>

/** The button that asks for another code. */
export const resendInput = z.object({ intent: z.literal('resend') })

/** The button that takes an unverified account over. */
export const takeOverForm = z.object({ agree: z.literal('yes') })

/** The page that deletes an account asks for one of the two. */
export const confirmAddressInput = complete(
  ['email'],
  'Please enter your email address.',
  z.object({ email: text.max(1000).transform((v) => v.normalize('NFC').trim().toLowerCase()) }),
)

/** The forms of the settings page. */
export const settingsIntent = z.enum([
  'update-name',
  'update-email',
  'change-password',
  'add-provider',
  'remove-provider',
  'sign-out-device',
  'sign-out-others',
])

/** The largest id that a database column holds. */
const ID_MAX = 2 ** 31 - 1

/** One of the reader's sessions. */
export const sessionChoice = z.object({
  session: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .refine((id) => id <= ID_MAX),
})
