import { z } from 'zod'
import {
  isAuthenticatorCode,
  normalizeCode,
  RECOVERY_CODE_CHARS,
  RECOVERY_CODE_ALPHABET,
} from '../rules/two-factor-codes.ts'
import { text, complete, givenPassword, ALL_REQUIRED } from './fields.ts'

const RECOVERY_CODE = new RegExp(`^[${RECOVERY_CODE_ALPHABET}]{${RECOVERY_CODE_CHARS}}$`)

/** A normalized code from the authenticator app, or a recovery code. */
export const twoFactorCode = text
  .max(100, { error: 'That is too long for a code.' })
  .transform(normalizeCode)
  .pipe(
    z.string().refine((v) => isAuthenticatorCode(v) || RECOVERY_CODE.test(v), {
      error: 'Please enter the six digits from your app, or a recovery code.',
    }),
  )

/** The second step of a sign-in on the page, where the ticket is in a cookie. */
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
      .pipe(z.string().refine(isAuthenticatorCode, { error: 'The code has six digits.' })),
  }),
)

export const changeTwoFactorInput = complete(
  ['password', 'code'],
  ALL_REQUIRED,
  z.object({ password: givenPassword, code: twoFactorCode }),
)

export type ChangeTwoFactorInput = z.output<typeof changeTwoFactorInput>
