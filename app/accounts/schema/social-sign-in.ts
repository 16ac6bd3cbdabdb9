import { z } from 'zod'
import { PROVIDERS } from '../rules/social-sign-in.ts'
import { email, MAX_NAME_CHARS } from './fields.ts'

export const providerName = z.enum(PROVIDERS)

const opaque = z.string().min(1).max(4096)

/** Query parameters of the callback. Others are ignored. */
export const callbackQuery = z.object({
  state: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Identifies the sign-in that the browser started.' }),
  code: opaque.optional().meta({ description: 'Exchanged for the tokens of the provider.' }),
  error: z.string().max(200).optional().meta({ description: 'Why the provider refused.' }),
  name: z
    .string()
    .max(1000)
    .optional()
    .meta({ description: 'The name from Apple, sent only the first time.' }),
})

/** Apple posts the name only once, as JSON in the form field "user". */
const applePerson = z.object({
  name: z.object({
    firstName: z.string().max(200).optional(),
    lastName: z.string().max(200).optional(),
  }),
})

/** Reads the name from Apple's form field "user"; null when it is missing or invalid. */
export function nameFromApple(field: FormDataEntryValue | null): string | null {
  try {
    const { name } = applePerson.parse(JSON.parse(typeof field === 'string' ? field : ''))
    return personName.parse([name.firstName, name.lastName].filter(Boolean).join(' '))
  } catch {
    return null
  }
}

/** A name from a provider, cut to the maximum length; null when nothing is left. */
export const personName = z
  .unknown()
  .transform((v) => (typeof v === 'string' ? v : ''))
  .transform(
    (v) =>
      Array.from(
        v
          .normalize('NFC')
          .replace(/\p{Cc}+/gu, ' ')
          .trim(),
      )
        .slice(0, MAX_NAME_CHARS)
        .join('') || null,
  )

const subject = z.string().min(1).max(255)
/** An invalid address counts as missing. */
const address = email.nullable().catch(null).default(null)

export const identityClaims = z.object({
  sub: subject,
  nonce: z.string(),
  email: address,
  // Apple has sent strings instead of booleans.
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((v) => v === 'true')])
    .catch(false)
    .default(false),
  name: personName.default(null),
})

export const facebookProfile = z.object({
  id: subject,
  email: address,
  name: personName.default(null),
})

export const tokenAnswer = z.looseObject({
  access_token: opaque.optional(),
  id_token: z.string().max(16_384).optional(),
})

/** Allows a session to add a provider: it has just given the password. */
export const addProviderTicket = z.object({ session: z.number().int(), provider: providerName })

export const takeOverRequest = z.object({
  /** Makes the request usable once. */
  id: z.string().min(1),
  identity: z.object({
    provider: providerName,
    subject,
    email: z.string().min(1),
    emailVerified: z.literal(true),
    name: z.string().nullable(),
  }),
})
export type TakeOverRequest = z.output<typeof takeOverRequest>

export const socialState = z.object({
  provider: providerName,
  oauthCookie: z.string().min(1),
  nonce: z.string().min(1),
  /** Query with redirectTo and toSubscribe for the page after sign-in. */
  onward: z.string(),
  /** The session that adds the provider to its account; absent for a sign-in. */
  addTo: z.number().int().optional(),
})
export type SocialState = z.output<typeof socialState>
