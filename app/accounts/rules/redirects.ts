/**
 * A path of this site that a reader may be sent to after signing in; anything else is null.
 * Only paths: nothing that a browser could read as another host.
 */
export function safeRedirect(target: string | null | undefined): string | null {
  if (!target || target.length > 2000 || !/^\/(?![/\\])/.test(target)) return null
  if (/[\\\p{Cc}]/u.test(target)) return null
  const url = URL.parse(target, 'http://same.invalid')
  if (url?.origin !== 'http://same.invalid') return null
  return url.pathname.startsWith('//') ? null : url.pathname + url.search + url.hash
}

/** Where somebody goes after signing in. */
export function afterSignIn(query: URLSearchParams): string {
  return (
    safeRedirect(query.get('redirectTo')) ?? (query.has('toSubscribe') ? '/subscribe' : '/browse')
  )
}

/** The part of a query that says where to go after signing in, made safe, for the pages between. */
export function onwardQuery(query: URLSearchParams): URLSearchParams {
  const redirectTo = safeRedirect(query.get('redirectTo'))
  return new URLSearchParams([
    ...(redirectTo === null ? [] : [['redirectTo', redirectTo]]),
    ...(query.has('toSubscribe') ? [['toSubscribe', query.get('toSubscribe')!.slice(0, 20)]] : []),
  ])
}

/** A path with a query behind it, where there is one. */
export function withQuery(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query}`
}
