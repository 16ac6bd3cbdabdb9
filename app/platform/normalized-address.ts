/** Gmail ignores dots before the @, and googlemail.com is its older name. */
const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/**
 * An email address without what people add to the one that they have, so that the variants of one
 * mailbox are equal. To compare people only: mail goes to the address as it was typed.
 *
 * Case, compatibility forms such as full-width letters, and the spelling of international domains
 * never tell people apart. A +tag is dropped at every provider: nearly all of them deliver
 * name+tag@ to name@, and hardly any gives the two to different people. Dots are dropped at Gmail
 * alone, and hyphens nowhere: elsewhere ann.lee@ and annlee@ may be two people.
 */
export function normalizedAddress(address: string): string {
  const plain = address.trim().normalize('NFKC').toLowerCase()
  const at = plain.lastIndexOf('@')
  if (at < 1) return plain
  const [local, domain] = [plain.slice(0, at), asciiDomain(plain.slice(at + 1))]
  // What begins with the plus sign is a name of its own.
  const untagged = local.replace(/(?<=.)\+.*$/s, '')
  if (!GMAIL.has(domain)) return `${untagged}@${domain}`
  return `${untagged.replaceAll('.', '')}@gmail.com`
}

/** A domain as it is looked up: münchen.example as xn--mnchen-3ya.example. */
function asciiDomain(domain: string): string {
  const ascii = URL.parse(`http://${domain}`)?.hostname
  return (ascii ?? domain).replace(/\.$/, '')
}
