export function checkoutPath(
  planId: string,
  {
    promotionCode,
    fromApp,
    book,
  }: { promotionCode?: string | undefined; fromApp?: boolean; book?: string | undefined } = {},
): string {
  const query = new URLSearchParams({ priceId: planId })
  if (promotionCode) query.set('promotionCode', promotionCode)
  if (fromApp) query.set('fromApp', 'true')
  if (book) query.set('book', book)
  return `/checkout?${query}`
}
