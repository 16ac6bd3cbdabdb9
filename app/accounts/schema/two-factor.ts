import { z } from 'zod'
import {
  isAppCode,
  normalizeCode,
  RECOVERY_CODE_CHARS,
  RECOVERY_CODE_SIGNS,
} from '../rules/codes.ts'
import { text, complete, givenPassword, ALL_REQUIRED } from './fields.ts'

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
