/** The shortest password that an administrator may set in production. */
export const MIN_ADMIN_PASSWORD_CHARS = 12

/** Shown for a wrong password and for an unknown address alike. */
export const WRONG_SIGN_IN = 'Invalid email or password. Please try again.'

/** Advice shown next to a new password. The page tests the patterns on input; none is enforced. */
export const PASSWORD_ADVICE = [
  { label: 'At least 8 characters', pattern: '^.{8,}$' },
  { label: 'One uppercase letter', pattern: '\\p{Lu}' },
  { label: 'One lowercase letter', pattern: '\\p{Ll}' },
  { label: 'One number', pattern: '\\p{N}' },
  { label: 'One special character', pattern: '[^\\p{L}\\p{N}\\s]' },
] as const

/** Shown for one of the most common passwords, which is accepted all the same. */
export const COMMON_PASSWORD_WARNING =
  'This is one of the 10,000 most common passwords, so it is easy to guess. You can keep it, but a different one is safer.'
