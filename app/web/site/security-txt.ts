import { now } from '../../platform/clock.server.ts'
import { env } from '../../platform/env.server.ts'

/** RFC 9116 recommends less than a year. */
const VALID_MS = 180 * 24 * 60 * 60 * 1000

/** Where to report security problems (RFC 9116). */
export function loader() {
  const { appUrl, supportEmail } = env()
  const lines = [
    `Contact: mailto:${encodeURI(supportEmail)}`,
    `Expires: ${new Date(now().getTime() + VALID_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${appUrl}/.well-known/security.txt`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'public, max-age=86400',
    },
  })
}
