import { z } from 'zod'

export const errorJson = z
  .strictObject({
    success: z.literal(false),
    message: z.string(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
  })
  .meta({ id: 'Error' })

export function envelope<T extends z.ZodType>(data: T) {
  return z.strictObject({ success: z.literal(true), data, message: z.string().optional() })
}

/** A 24-digit id. */
export const idJson = z.string().regex(/^[0-9a-f]{24}$/)

/** What the OpenAPI document says about errors that several calls have in common. */
export const INVALID_INPUT = 'The input is invalid; `errors` says what is wrong with which field.'
export const BAD_LIST_QUERY = 'The page, sort, subgenre, or search is invalid.'
export const SIGN_IN_FIRST = 'Nobody is signed in, or the token is no longer valid.'
export const NEEDS_FULL_ACCESS = 'Subscription required'
export const NO_PASSWORD = 'The account has no password; it uses social sign-in.'
export const NO_BOOK = 'Book not found.'
export const ADDRESS_TAKEN = 'The email address already has an account.'
export const TOO_MANY_ATTEMPTS = 'Too many attempts; `Retry-After` says when to try again.'
export const ANY_OTHER_ERROR = 'Any other error; `message` says what happened.'
export const SERVER_ERROR = 'Something went wrong on our end.'
export const NOT_ALLOWED_NOW = 'The subscription’s state does not allow it.'
export const BAD_PLAN = 'The price ID is missing or not on offer, or the card was declined.'
export const PROVIDER_UNREACHABLE = 'The payment provider could not be reached.'

export const receivedJson = z.strictObject({ received: z.literal(true) })
