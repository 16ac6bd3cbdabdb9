import { sameForAllVisitors } from '../../middleware/context.server.ts'
import { commonPasswords } from '../../accounts/service/common-passwords.server.ts'
import type { Route } from './+types/common-passwords'

/** The most common passwords, one per line, so that the page can check a new one in the browser. */
export async function loader({ context }: Route.LoaderArgs) {
  sameForAllVisitors(context)
  return new Response([...(await commonPasswords())].join('\n'), {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Robots-Tag': 'noindex',
    },
  })
}
