/** The push services of Chrome, Edge, Firefox, and Safari; a dot at the start means any host below. */
const SERVICES = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  '.push.apple.com',
]

/** Programs read a host with any other character, such as ";", in different ways. */
const PLAIN_HOST = /^https?:\/\/[a-z\d.-]+(?::\d+)?\//i

/**
 * Whether the server may send to this address. Readers' browsers name it, so any other would let a reader
 * make the server call programs in its own network.
 * @param others origins that the operator added
 */
export function isPushService(endpoint: string, others: readonly string[]): boolean {
  const url = PLAIN_HOST.test(endpoint) ? URL.parse(endpoint) : null
  if (!url) return false
  if (others.includes(url.origin)) return true
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    SERVICES.some((host) =>
      host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host,
    )
  )
}

/** What a notification shows. The service worker reads it. */
export interface PushPayload {
  title: string
  body: string
  /** Where a click leads, on our own pages. */
  path: string
}
