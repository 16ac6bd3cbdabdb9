import { z } from 'zod'
import {
  text,
  tooLongError,
  givenPassword,
  complete,
  LOGIN_REQUIRED,
  ALL_REQUIRED,
  name,
  email,
  knownEmail,
  password,
} from './fields.ts'

const signIn = z.object({
  // An invalid address gets the same answer as an unknown one.
  email: text
    .max(1000, tooLongError(1000))
    // PostgreSQL text cannot contain NUL.
    .transform((v) => v.replaceAll('\0', '\ufffd').normalize('NFC').trim().toLowerCase()),
  password: givenPassword,
})

export const signInInput = complete(['email', 'password'], LOGIN_REQUIRED, signIn)

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
  z.object({ email: knownEmail }),
)

export const resetPasswordInput = complete(
  ['newPassword'],
  'Please enter a new password.',
  z.object({ newPassword: password }),
)

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

export type SignInFields = z.output<typeof signInForm>

export type SignInInput = z.output<typeof signInInput>

export type RegisterInput = z.output<typeof registerInput>

export const takeOverForm = z.object({ agree: z.literal('yes') })
