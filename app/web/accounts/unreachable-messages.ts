import { WRONG_SIGN_IN } from '../../accounts/rules/password-advice.ts'

/** What a form says when the server cannot be reached or answers with something else than its page. */
export interface Unreachable {
  failed: string
  /** For status 401, for status 404, and for no answer in time; otherwise as `failed`. */
  wrong?: string
  missing?: string
  late?: string
}

export const SIGN_IN_UNREACHABLE: Unreachable = {
  failed: 'Login failed. Please try again.',
  missing: 'Authentication service is temporarily unavailable. Please try again later.',
  late: 'Request timeout. Please check your connection and try again.',
}

export const LOGIN_UNREACHABLE: Unreachable = { ...SIGN_IN_UNREACHABLE, wrong: WRONG_SIGN_IN }

export const ACCOUNT_UNREACHABLE: Unreachable = { failed: 'An error occurred. Please try again.' }

export const EMAIL_UNREACHABLE: Unreachable = { failed: 'Failed to update email.' }

export const PASSWORD_UNREACHABLE: Unreachable = { failed: 'Failed to update password.' }

export const DELETION_UNREACHABLE: Unreachable = {
  failed: 'Failed to delete account. Please try again later.',
}
