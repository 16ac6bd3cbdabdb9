/** A payment method at Stripe. Its details are in the field named after its type. */
interface Method {
  type: string
}

function detailsOf(method: Method): Record<string, string | null | undefined> {
  const details = (method as Method & Record<string, unknown>)[method.type]
  return (details ?? {}) as Record<string, string | null | undefined>
}

/**
 * The same for a card (or bank account) however often and on whichever account it is entered; null
 * for methods without a fingerprint, such as Link and some wallets.
 */
export function cardIdentity<T extends Method>(method: T): string | null {
  const { fingerprint } = detailsOf(method)
  return fingerprint ? `${method.type} ${fingerprint}` : null
}

/** A payment method's name for its owner: 'Visa ending in 4242'. */
export function cardLabel<T extends Method>(method: T): string {
  const { display_brand, brand, last4 } = detailsOf(method)
  if (!last4) return method.type === 'link' ? 'Link' : 'the payment method you entered'
  const name = display_brand ?? brand ?? 'card'
  return `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')} ending in ${last4}`
}
