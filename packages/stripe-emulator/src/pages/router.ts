import type { Account } from '../engine/account.ts'
import { readBody } from '../engine/body.ts'
import { answerChallenge, challengePage } from './challenge.tsx'
import { checkoutPage, submitCheckout } from './checkout.tsx'
import { type ClockControls, clockPage, submitClock } from './clock.tsx'
import { page } from './page.tsx'
import { invoicePage, payInvoice, receiptPage } from './invoice.tsx'
import { portalPage, submitPortal } from './portal.tsx'

type Shows = (account: Account, id: string, url: URL) => Response
type Takes = (
  account: Account,
  id: string,
  url: URL,
  form: FormData,
) => Response | Promise<Response>

/** The pages that readers see of the provider, by the first part of their address. */
const PAGES: Record<string, { shows: Shows; takes?: Takes }> = {
  checkout: { shows: checkoutPage, takes: submitCheckout },
  portal: { shows: portalPage, takes: submitPortal },
  '3ds': { shows: challengePage, takes: answerChallenge },
  invoices: { shows: invoicePage, takes: payInvoice },
  receipt: { shows: receiptPage },
}

const nothing = () => page('There is nothing here', null, { status: 404 })

/** What was posted; a body that cannot be read counts as an empty form. */
async function formOf(request: Request): Promise<FormData> {
  const form = new FormData()
  const body = await readBody(request).catch(() => '')
  for (const [name, value] of new URLSearchParams(body)) form.append(name, value)
  return form
}

/** Answers under /dev: the hosted pages and the clock. */
export async function answerPage(controls: ClockControls, request: Request): Promise<Response> {
  const url = new URL(request.url)
  const [, dev, kind = '', id = '', rest] = url.pathname.split('/')
  const form = request.method === 'POST' ? await formOf(request) : null
  if (dev !== 'dev' || rest !== undefined) return nothing()
  if (kind === 'clock' && id === '') {
    return form ? submitClock(controls, form) : clockPage(controls)
  }
  const found = PAGES[kind]
  if (!found) return nothing()
  const { account } = controls
  if (!form) return found.shows(account, id, url)
  return found.takes ? found.takes(account, id, url, form) : nothing()
}
