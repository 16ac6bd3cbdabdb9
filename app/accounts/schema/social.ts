import { z } from 'zod'
import { PROVIDERS } from '../rules/social.ts'
import { emailAddress, NAME_MAX_CHARS } from './fields.ts'

/** The providers that have an address of their own here. */
export const providerName = z.enum(PROVIDERS)

const opaque = z.string().min(1).max(4096)

/** What a provider sends back with the browser. Duplicates and other words are left aside. */
export const callbackQuery = z.object({
  state: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Names the sign-in that the browser began.' }),
  code: opaque.optional().meta({ description: 'What the product exchanges for the identity.' }),
  error: z.string().max(200).optional().meta({ description: 'Why the provider refused.' }),
  name: z
    .string()
    .max(1000)
    .optional()
    .meta({ description: 'What Apple says of the name, the first time only.' }),
})

/** The name that Apple posts, the first time only, as JSON in a field. */
const applePerson = z.object({
  name: z.object({
    firstName: z.string().max(200).optional(),
    lastName: z.string().max(200).optional(),
  }),
})

/** The name in the field "user" of Apple's form, if it is there and makes sense. */
export function nameFromApple(field: FormDataEntryValue | null): string | null {
  try {
    const { name } = applePerson.parse(JSON.parse(typeof field === 'string' ? field : ''))
    return personName.parse([name.firstName, name.lastName].filter(Boolean).join(' '))
  } catch {
    return null
  }
}

/** A name as a provider tells it: cut to what an account holds; null when nothing is left. */
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
        .slice(0, NAME_MAX_CHARS)
        .join('') || null,
  )

const subject = z.string().min(1).max(255)
/** An address that an account cannot have counts as none. */
const address = emailAddress.nullable().catch(null).default(null)

/** What is read of a signed token, once its signature is checked. */
export const identityClaims = z.object({
  sub: subject,
  nonce: z.string(),
  email: address,
  // Apple has sent the word instead of the value.
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((v) => v === 'true')])
    .catch(false)
    .default(false),
  name: personName.default(null),
})

/** What Facebook answers to the question who somebody is. */
export const facebookProfile = z.object({
  id: subject,
  email: address,
  name: personName.default(null),
})

/** What a provider answers when a code is exchanged. */
export const tokenAnswer = z.looseObject({
  access_token: opaque.optional(),
  id_token: z.string().max(16_384).optional(),
})

/** Says that a session has proved its password to add a provider. */
export const addProviderTicket = z.object({ session: z.number().int(), provider: providerName })

/** A person whose provider has verified the address of an account that nobody has verified. */
export const takeOverNote = z.object({
  /** Lets the note be used once. */
  id: z.string().min(1),
  identity: z.object({
    provider: providerName,
    subject,
    email: z.string().min(1),
    emailVerified: z.literal(true),
    name: z.string().nullable(),
  }),
})
export type TakeOverNote = z.output<typeof takeOverNote>

/** What has to be known again when the browser comes back from a provider. */
export const socialNote = z.object({
  provider: providerName,
  /** The state and the verifier, as the protocol's library keeps them. */
  kept: z.string().min(1),
  nonce: z.string().min(1),
  /** Where to go afterwards: a query of redirectTo and toSubscribe. */
  onward: z.string(),
  /** The session that adds the provider to its account, instead of signing in. */
  addTo: z.number().int().optional(),
})
export type SocialNote = z.output<typeof socialNote>
