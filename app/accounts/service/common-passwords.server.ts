import { PASSWORD_MIN_CHARS } from '../schema/fields.ts'

/** How many of the most common passwords the warning knows. */
export const COMMON_PASSWORDS = 10_000

let loaded: Promise<ReadonlySet<string>> | undefined

/**
 * The most common passwords in lower case, as far as they are long enough to be accepted. Out of
 * zxcvbn's list, which is in the order of frequency (MIT license, in the package). Loaded when
 * first asked for: most requests need none of it.
 */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  return (loaded ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const list = dictionary['passwords-common'].slice(0, COMMON_PASSWORDS)
    return new Set(list.filter((password) => password.length >= PASSWORD_MIN_CHARS))
  }))
}

/** Whether a password is so common that it is among the first that somebody would guess. */
export async function isCommonPassword(password: string): Promise<boolean> {
  return (await commonPasswords()).has(password.toLowerCase())
}
