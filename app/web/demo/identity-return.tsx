import { createHash } from 'node:crypto'
import { renderToStaticMarkup } from 'react-dom/server'
import { requireDemoProvider } from '../../demo/identity-provider.server.ts'
import type { Route } from './+types/identity-return'

const SEND = 'document.forms[0].submit()'
const SEND_HASH = createHash('sha256').update(SEND).digest('base64')

/** Apple's return page: a form that submits automatically. */
export function loader({ params, url }: Route.LoaderArgs) {
  const { name } = requireDemoProvider(params.provider)
  const page = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Back to Readr</title>
      </head>
      <body>
        <form method="post" action={`/api/auth/${name}/callback`}>
          {[...url.searchParams].map(([field, value]) => (
            <input key={field} type="hidden" name={field} value={value} />
          ))}
          <button type="submit">Back to Readr</button>
        </form>
        <script dangerouslySetInnerHTML={{ __html: SEND }} />
      </body>
    </html>,
  )
  return new Response(`<!doctype html>${page}`, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; script-src 'sha256-${SEND_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    },
  })
}
