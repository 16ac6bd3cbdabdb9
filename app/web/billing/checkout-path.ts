/** The address of the checkout for a plan. */
export function checkoutPath(
  planId: string,
  { promotionCode, fromApp }: { promotionCode?: string | undefined; fromApp?: boolean } = {},
): string {
  const query = new URLSearchParams({ priceId: planId })
  if (promotionCode) query.set('promotionCode', promotionCode)
  if (fromApp) query.set('fromApp', 'true')
  return `/checkout?${query}`
}
