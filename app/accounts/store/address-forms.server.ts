import { domainToUnicode } from 'node:url'
import { storedAddress } from '../rules/email-address.ts'

/**
 * The forms in which an account may have this address, the likeliest first. Earlier versions stored
 * addresses as they were typed.
 */
export function addressForms(typed: string): string[] {
  const stored = storedAddress(typed)
  if (stored === null) return [typed]
  const at = stored.lastIndexOf('@') + 1
  const inUnicode = stored.slice(0, at) + domainToUnicode(stored.slice(at))
  return [...new Set([typed, stored, inUnicode])]
}
