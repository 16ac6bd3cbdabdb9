import type { Account } from '../engine/account.ts'
import { readBody } from '../engine/body.ts'
import { submitChallenge, challengePage } from './challenge.tsx'
import { checkoutPage, submitCheckout } from './checkout.tsx'
import { type ClockControls, clockPage, submitClock } from './clock.tsx'
import { page } from './page.tsx'
import { invoicePage, payInvoice, receiptPage } from './invoice.tsx'
import { portalPage, submitPortal } from './portal.tsx'

type GetHandler = (account: Account, id: string, url: URL) => Response
type PostHandler = (
  account: Account,
  id: string,
  url: URL,
  form: FormData,
) => Response | Promise<Response>

/** The hosted pages, by the first part of their path. */
const PAGES: Record<string, { get: GetHandler; post?: PostHandler }> = {
  checkout: { get: checkoutPage, post: submitCheckout },
  portal: { get: portalPage, post: submitPortal },
  '3ds': { get: challengePage, post: submitChallenge },
  invoices: { get: invoicePage, post: payInvoice },
  receipt: { get: receiptPage },
}

const notFound = () => page('Not found', null, { status: 404 })

/** Far more than any hosted page has. */
const MAX_FIELDS = 100

/** The posted form, cut off after MAX_FIELDS; an unreadable body counts as an empty form. */
async function formOf(request: Request): Promise<FormData> {
  const form = new FormData()
  const body = await readBody(request.body).catch(() => '')
  const fields = body.split('&', MAX_FIELDS).join('&')
  for (const [name, value] of new URLSearchParams(fields)) form.append(name, value)
  return form
}

/** Answers under /dev: the hosted pages and the clock. */
export async function answerPage(controls: ClockControls, request: Request): Promise<Response> {
  const url = new URL(request.url)
  const [, dev, kind = '', id = '', rest] = url.pathname.split('/')
  const form = request.method === 'POST' ? await formOf(request) : null
  if (dev !== 'dev' || rest !== undefined) return notFound()
  if (kind === 'clock' && id === '') {
    return form ? submitClock(controls, form) : clockPage(controls)
  }
  const found = PAGES[kind]
  if (!found) return notFound()
  const { account } = controls
  if (!form) return found.get(account, id, url)
  return found.post ? found.post(account, id, url, form) : notFound()
}
