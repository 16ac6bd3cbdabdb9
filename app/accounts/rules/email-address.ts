import { asciiDomain } from '../../platform/normalized-address.ts'

/** Control, format, private, and unassigned characters, and others that show nothing. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u

const HOST_NAME = /^(?:[a-z\d_-]+\.)+[a-z][a-z\d-]+$/

/**
 * An email address as it is stored, with the domain in ASCII; null when it contains characters that
 * cannot be seen or that look like others, such as full-width letters.
 * @param address normalized (NFC), trimmed, and lowercase
 */
export function storedAddress(address: string): string | null {
  if (INVISIBLE.test(address) || address.normalize('NFKC') !== address.normalize('NFC')) return null
  const at = address.lastIndexOf('@')
  const domain = asciiDomain(address.slice(at + 1))
  return domain !== null && HOST_NAME.test(domain) ? `${address.slice(0, at)}@${domain}` : null
}
