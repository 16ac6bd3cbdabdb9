import { cached } from '../../middleware/cache/caching.server.ts'
import { commonPasswords } from '../../accounts/service/common-passwords.server.ts'

/** The most common passwords, one per line, so that the page can check a new one in the browser. */
export const loader = cached({}, async () => {
  return new Response([...(await commonPasswords())].join('\n'), {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Robots-Tag': 'noindex',
    },
  })
})
