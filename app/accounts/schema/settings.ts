import { z } from 'zod'
import {
  complete,
  name,
  LOGIN_REQUIRED,
  email,
  givenPassword,
  ALL_REQUIRED,
  password,
  text,
} from './fields.ts'
import { twoFactorCode } from './two-factor.ts'

export const updateNameInput = complete(['name'], 'Please enter your name.', z.object({ name }))

export const updateEmailInput = complete(
  ['newEmail', 'password'],
  LOGIN_REQUIRED,
  z.object({
    newEmail: email,
    password: givenPassword,
    /** Required if two-factor sign-in is on. */
    code: z.preprocess((v) => (v === '' ? undefined : v), twoFactorCode.optional()),
  }),
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
  'Please enter the code from the email.',
  z.object({
    code: text
      .transform((v) => v.replace(/[\s-]/g, ''))
      .pipe(z.string().regex(/^\d{6}$/, { error: 'The code has six digits.' })),
  }),
)

export type UpdateEmailInput = z.output<typeof updateEmailInput>

export type ChangePasswordInput = z.output<typeof changePasswordInput>

export const resendInput = z.object({ intent: z.literal('resend') })

export const confirmAddressInput = complete(
  ['email'],
  'Please enter your email address.',
  z.object({ email: text.max(1000).transform((v) => v.normalize('NFC').trim().toLowerCase()) }),
)

/** The largest 32-bit integer, the type of id columns. */
const MAX_ID = 2 ** 31 - 1

export const sessionChoice = z.object({
  session: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .refine((id) => id <= MAX_ID),
})
