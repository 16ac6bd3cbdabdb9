/** Gmail ignores dots before the @, and googlemail.com is its old name. */
const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/**
 * Normalizes an email address, so that the variants of one mailbox are equal. Use it only to
 * compare people; emails are sent to the address as typed.
 *
 * It ignores case, full-width letters and the like, the spelling of international domains, and
 * +tags, because nearly all providers deliver name+tag@ to name@. It ignores dots only at Gmail,
 * and never hyphens: elsewhere, ann.lee@ and annlee@ may be two people.
 */
export function normalizedAddress(address: string): string {
  const plain = address.trim().normalize('NFKC').toLowerCase()
  const at = plain.lastIndexOf('@')
  if (at < 1) return plain
  const [local, typed] = [plain.slice(0, at), plain.slice(at + 1)]
  const domain = (asciiDomain(typed) ?? typed).replace(/\.$/, '')
  // A leading plus sign does not begin a tag.
  const untagged = local.replace(/(?<=.)\+.*$/s, '')
  if (!GMAIL.has(domain)) return `${untagged}@${domain}`
  return `${untagged.replaceAll('.', '')}@gmail.com`
}

/** A domain in ASCII: münchen.example becomes xn--mnchen-3ya.example; null when it is none. */
export function asciiDomain(domain: string): string | null {
  // In a URL, these characters end the host or encode another.
  if (/[/?#\\@:%]/.test(domain)) return null
  return URL.parse(`http://${domain}`)?.hostname ?? null
}
