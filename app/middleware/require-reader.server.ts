import { data, redirect, redirectDocument, type RouterContextProvider } from 'react-router'
import type { SignedIn } from '../accounts/service/resume-session.server.ts'
import { publicId } from '../catalogue/rules/public-id.ts'
import { factsOf } from './context.server.ts'

type Context = Readonly<RouterContextProvider>

/** The reader of a private page. Redirects visitors to sign in and return. */
export function requireReader(context: Context, url: URL): SignedIn {
  const { signedIn } = factsOf(context)
  if (signedIn) return signedIn
  const back = url.pathname.replace(/\.data$/, '') + url.search
  throw redirect(`/login?${new URLSearchParams({ redirectTo: back })}`)
}

/** Redirects signed-in readers away from pages for visitors. */
export function requireVisitor(context: Context, to: string): void {
  if (factsOf(context).signedIn) throw redirect(to)
}

/** The reader who sent a form. Redirects visitors to sign in and return to its page. */
export function readerOfForm(context: Context, page: string): SignedIn {
  const { signedIn } = factsOf(context)
  if (signedIn) return signedIn
  throw redirect(`/login?${new URLSearchParams({ redirectTo: page })}`, 303)
}

/**
 * Refuses changes made offline by a reader other than the one who is signed in now on the same
 * browser.
 */
export function requireSameReader(form: FormData, userId: number): void {
  const of = form.get('reader')
  if (of !== null && of !== publicId(userId)) throw data(null, { status: 409 })
}

/**
 * Makes the browser load a page that has different security headers as a whole document instead of
 * navigating to it on the client.
 */
export function requireWholePage(request: Request, url: URL): void {
  if (!new URL(request.url).pathname.endsWith('.data')) return
  throw redirectDocument(url.pathname.replace(/\.data$/, '') + url.search)
}
