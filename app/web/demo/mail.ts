import { env } from '../../platform/env.server.ts'
import { emailById } from '../../platform/email/store.server.ts'
import type { Route } from './+types/mail'

/** One mail of the demo mailbox as a mail client shows it. */
export async function loader({ params }: Route.LoaderArgs) {
  const id = Number(params.id)
  const mail = env().isDemo && Number.isSafeInteger(id) && id > 0 ? await emailById(id) : null
  if (!mail) throw new Response('There is no such mail.', { status: 404 })
  return new Response(mail.html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups",
    },
  })
}
