import { env } from '../../platform/env.server.ts'
import { attachmentOf } from '../../platform/email/attachments.server.ts'
import { emailById } from '../../platform/email/outbox-store.server.ts'
import { allSampleEmails } from './sample-emails.server.ts'
import type { Route } from './+types/mailbox-email'

const asPage = (html: string) =>
  new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups",
    },
  })

/** An email as an email client shows it, or its file; or an example, by its name. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const samples = env().isDemo ? allSampleEmails() : {}
  if (Object.hasOwn(samples, params.id)) return asPage(samples[params.id]!.html)
  const id = Number(params.id)
  const mail = env().isDemo && Number.isSafeInteger(id) && id > 0 ? await emailById(id) : null
  if (!mail) throw new Response('This email does not exist.', { status: 404 })
  if (url.searchParams.has('file')) {
    const file = mail.attachment && (await attachmentOf(mail.attachment).make())
    if (!file) throw new Response('There is no file.', { status: 404 })
    return new Response(new Uint8Array(file.content), {
      headers: {
        'Content-Type': file.type,
        'Content-Disposition': `attachment; filename="${file.name}"`,
      },
    })
  }
  return asPage(mail.html)
}
