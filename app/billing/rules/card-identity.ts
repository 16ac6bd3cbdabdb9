/** A way to pay, as Stripe tells of it: what it is stands under the name of its type. */
interface Method {
  type: string
}

const detailsOf = (method: Method) =>
  (method as Method & Record<string, unknown>)[method.type] as object | undefined

/**
 * What is the same whenever one card (or bank account) is entered, on any account; null where
 * Stripe has no such thing, as for Link and some wallets.
 */
export function cardIdentity<T extends Method>(method: T): string | null {
  const details = detailsOf(method)
  const { fingerprint } = (details ?? {}) as { fingerprint?: string | null }
  return fingerprint ? `${method.type} ${fingerprint}` : null
}

/** How a way to pay is called where it is about to be charged: 'Visa ending in 4242'. */
export function cardLabel<T extends Method>(method: T): string {
  const details = detailsOf(method)
  const { display_brand, brand, last4 } = (details ?? {}) as Record<string, string | undefined>
  if (!last4) return method.type === 'link' ? 'Link' : 'the payment method you entered'
  const name = display_brand ?? brand ?? 'card'
  return `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')} ending in ${last4}`
}
