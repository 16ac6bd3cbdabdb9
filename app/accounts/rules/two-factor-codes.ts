export const RECOVERY_CODES = 10

/** With this many left or fewer, the page suggests creating new ones. */
export const FEW_RECOVERY_CODES = 3

/** Whether this is a code from an authenticator app rather than a recovery code. */
export function isAuthenticatorCode(code: string): boolean {
  return /^\d{6}$/.test(code)
}

/** Characters that people do not mix up (Crockford's base 32). */
export const RECOVERY_CODE_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** 80 bits, enough for a plain hash in the database. */
export const RECOVERY_CODE_CHARS = 16

/** A code without spaces and dashes, with look-alike characters replaced. */
export function normalizeCode(code: string): string {
  const bare = code.replace(/[\s\p{Pd}]/gu, '').toLowerCase()
  return isAuthenticatorCode(bare) ? bare : bare.replace(/o/g, '0').replace(/[il]/g, '1')
}

/** Splits text into groups of four characters, which are easier to read aloud and to type. */
export function codeInGroups(text: string, separator: string): string {
  return text.match(/.{1,4}/g)?.join(separator) ?? ''
}
