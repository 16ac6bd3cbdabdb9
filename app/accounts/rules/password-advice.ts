/** The shortest password that an administrator may set in production. */
export const ADMIN_PASSWORD_MIN_CHARS = 12

/**
 * The advice beside a new password, as patterns that the page's script tests while typing. Only
 * the shortest length is enforced, and it is another one.
 */
export const PASSWORD_ADVICE = [
  { label: 'At least 8 characters', pattern: '^.{8,}$' },
  { label: 'One uppercase letter', pattern: '\\p{Lu}' },
  { label: 'One lowercase letter', pattern: '\\p{Ll}' },
  { label: 'One number', pattern: '\\p{N}' },
  { label: 'One special character', pattern: '[^\\p{L}\\p{N}\\s]' },
] as const

/** What a reader is told who chooses one of the most common passwords; it is accepted all the same. */
export const COMMON_PASSWORD_WARNING =
  'This password is one of the 10,000 most common ones, so it is easy to guess. You can keep it, but another one is safer.'
