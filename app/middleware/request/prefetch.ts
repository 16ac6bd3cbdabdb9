/**
 * Whether a browser requests a page that its reader may open soon: such a request has no effect.
 * @param purpose the header Sec-Purpose
 */
export const isPrefetch = (purpose: string | string[] | null | undefined): boolean =>
  /prefetch/.test(String(purpose ?? ''))
