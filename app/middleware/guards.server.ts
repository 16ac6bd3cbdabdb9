import { data, redirect, redirectDocument, type RouterContextProvider } from 'react-router'
import type { SignedIn } from '../accounts/service/resume-session.server.ts'
import { publicId } from '../catalogue/rules/public-id.ts'
import { factsOf } from './context.server.ts'

type Context = Readonly<RouterContextProvider>

/** The reader of a private page; visitors are sent to sign in and come back. */
export function requireReader(context: Context, url: URL): SignedIn {
  const { signedIn } = factsOf(context)
  if (signedIn) return signedIn
  const back = url.pathname.replace(/\.data$/, '') + url.search
  throw redirect(`/login?${new URLSearchParams({ redirectTo: back })}`)
}

/** Sends whoever is signed in away from pages that are for visitors. */
export function requireVisitor(context: Context, to: string): void {
  if (factsOf(context).signedIn) throw redirect(to)
}

/** The reader who sent a form of a page; visitors are sent to sign in, and then to that page. */
export function readerOfForm(context: Context, page: string): SignedIn {
  const { signedIn } = factsOf(context)
  if (signedIn) return signedIn
  throw redirect(`/login?${new URLSearchParams({ redirectTo: page })}`, 303)
}

/**
 * What a device noted while it was offline says whose it is: it never lands with somebody else who
 * has signed in on the same browser since.
 */
export function requireSameReader(form: FormData, userId: number): void {
  const of = form.get('reader')
  if (of !== null && of !== publicId(userId)) throw data(null, { status: 409 })
}

/**
 * For pages with security headers of their own: a browser that would show them within another page
 * is sent to load them whole.
 */
export function requireWholePage(request: Request, url: URL): void {
  if (!new URL(request.url).pathname.endsWith('.data')) return
  throw redirectDocument(url.pathname.replace(/\.data$/, '') + url.search)
}
