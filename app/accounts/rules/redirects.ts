/**
 * Allows redirects only to paths of this site.
 * @returns null for anything that a browser could read as another host
 */
export function safeRedirect(target: string | null | undefined): string | null {
  if (!target || target.length > 2000 || !/^\/(?![/\\])/.test(target)) return null
  if (/[\\\p{Cc}]/u.test(target)) return null
  const url = URL.parse(target, 'http://same.invalid')
  if (url?.origin !== 'http://same.invalid') return null
  return url.pathname.startsWith('//') ? null : url.pathname + url.search + url.hash
}

/** The page to open after sign-in. */
export function afterSignIn(query: URLSearchParams, otherwise = '/browse'): string {
  if (query.has('toSubscribe')) return '/subscribe'
  return safeRedirect(query.get('redirectTo')) ?? otherwise
}

/** The slug of the book that the page after sign-in is about, if any. */
export function bookAfterSignIn(query: URLSearchParams): string | null {
  const target = safeRedirect(query.get('redirectTo'))
  if (target === null) return null
  const { pathname, searchParams } = new URL(target, 'http://same.invalid')
  if (/^\/(?:subscribe|checkout)$/.test(pathname)) return searchParams.get('book')
  return /^\/summaries\/([^/]+)$/.exec(pathname)?.[1] ?? null
}

/** The safe part of a query that decides where sign-in leads, to pass along between its pages. */
export function onwardQuery(query: URLSearchParams): URLSearchParams {
  const redirectTo = safeRedirect(query.get('redirectTo'))
  return new URLSearchParams([
    ...(redirectTo === null ? [] : [['redirectTo', redirectTo]]),
    ...(query.has('toSubscribe') ? [['toSubscribe', query.get('toSubscribe')!.slice(0, 20)]] : []),
  ])
}

/** Characters of a message in a query that are shown. */
const MAX_MESSAGE_CHARS = 200

/** The message in `error` for the page of a form. Anyone may write it, so it is short. */
export function errorIn(query: URLSearchParams): string | undefined {
  const message = query.get('error')
  return message ? [...message].slice(0, MAX_MESSAGE_CHARS).join('') : undefined
}

export function withQuery(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query}`
}
