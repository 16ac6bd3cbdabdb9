import { cached } from '../../middleware/cache/caching.server.ts'
import { now } from '../../platform/clock.server.ts'
import { env } from '../../platform/env.server.ts'
import { DAY_MS } from '../../platform/durations.ts'

/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180

/** Where to report security problems (RFC 9116). */
export const loader = cached({ serverKeeps: false }, () => {
  const lastDay = Math.floor(now().getTime() / DAY_MS) + VALID_DAYS
  const { appUrl, supportEmail } = env()
  const lines = [
    `Contact: mailto:${encodeURI(supportEmail)}`,
    `Expires: ${new Date(lastDay * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${appUrl}/.well-known/security.txt`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
})
