import { sameForAllVisitors } from '../../middleware/context.server.ts'
import { commonPasswords } from '../../accounts/service/common-passwords.server.ts'
import type { Route } from './+types/common-passwords'

/**
 * The most common passwords, one a line: fetched by the page when somebody types a new password,
 * which itself goes nowhere to be looked up.
 */
export async function loader({ context }: Route.LoaderArgs) {
  sameForAllVisitors(context)
  return new Response([...(await commonPasswords())].join('\n'), {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'public, max-age=604800',
      'X-Robots-Tag': 'noindex',
    },
  })
}
