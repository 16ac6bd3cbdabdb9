/** Whether a browser requests a page that its reader may open soon: such a request has no effect. */
export const isPrefetch = (request: Request): boolean =>
  /prefetch/.test(request.headers.get('Sec-Purpose') ?? '')
