import { MIN_PASSWORD_CHARS } from '../schema/fields.ts'

const COMMON_PASSWORDS = 10_000

let loaded: Promise<ReadonlySet<string>> | undefined

/**
 * The most common passwords of sufficient length in lower case, from zxcvbn's list, which is sorted
 * by frequency (MIT license). Loaded on first use, because most requests do not need it.
 */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  return (loaded ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const list = dictionary['passwords-common'].slice(0, COMMON_PASSWORDS)
    return new Set(list.filter((password) => password.length >= MIN_PASSWORD_CHARS))
  }))
}

export async function isCommonPassword(password: string): Promise<boolean> {
  return (await commonPasswords()).has(password.toLowerCase())
}
