/** How many recovery codes are made at a time. */
export const RECOVERY_CODES = 10

/** With as few left or fewer, the page asks to make new ones. */
export const FEW_RECOVERY_CODES = 3

/** A code as the authenticator app shows it; recovery codes look otherwise. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code)
}

/** Letters and digits that nobody takes for one another (Crockford's base 32). */
export const RECOVERY_CODE_SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'

/** 80 bits: enough to be stored as a plain hash. */
export const RECOVERY_CODE_CHARS = 16

/** A code as it is compared: without spaces and dashes, signs that look alike made one. */
export function normalizeCode(code: string): string {
  const bare = code.replace(/[\s\p{Pd}]/gu, '').toLowerCase()
  return isAppCode(bare) ? bare : bare.replace(/o/g, '0').replace(/[il]/g, '1')
}

/** Text in groups of four, so that it can be read off. */
export function inGroups(text: string, separator: string): string {
  return text.match(/.{1,4}/g)?.join(separator) ?? ''
}
