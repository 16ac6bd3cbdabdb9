import { now } from '../../platform/clock.server.ts'
import { env } from '../../platform/env.server.ts'

/** How long the file may be believed; RFC 9116 advises less than a year. */
const BELIEVED_MS = 180 * 24 * 60 * 60 * 1000

/** Whom to tell of a security problem (RFC 9116). */
export function loader() {
  const { appUrl, supportEmail } = env()
  const lines = [
    `Contact: mailto:${encodeURI(supportEmail)}`,
    `Expires: ${new Date(now().getTime() + BELIEVED_MS).toISOString()}`,
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
