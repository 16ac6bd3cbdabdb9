import { redirect, redirectDocument, type RouterContextProvider } from 'react-router'
import type { SignedIn } from '../accounts/service/resume-session.server.ts'
import { requestContextOf } from './request/context.server.ts'

type Context = Readonly<RouterContextProvider>

function signInFirst(context: Context, back: string, status: number): Response {
  requestContextOf(context).mustSignIn = true
  return redirect(`/login?${new URLSearchParams({ redirectTo: back })}`, status)
}

/** The reader of a private page. Redirects visitors to sign in and return. */
export function requireReader(context: Context, url: URL): SignedIn {
  const { signedIn } = requestContextOf(context)
  if (signedIn) return signedIn
  throw signInFirst(context, url.pathname.replace(/\.data$/, '') + url.search, 302)
}

export function requireVisitor(context: Context, to: string): void {
  if (requestContextOf(context).signedIn) throw redirect(to)
}

/** The reader who sent a form. Redirects visitors to sign in and return to its page. */
export function readerOfForm(context: Context, page: string): SignedIn {
  const { signedIn } = requestContextOf(context)
  if (signedIn) return signedIn
  throw signInFirst(context, page, 303)
}

/**
 * Makes the browser load a page that has different security headers as a whole document instead of
 * navigating to it on the client.
 */
export function requireWholePage(request: Request, url: URL): void {
  if (!new URL(request.url).pathname.endsWith('.data')) return
  throw redirectDocument(url.pathname.replace(/\.data$/, '') + url.search)
}
