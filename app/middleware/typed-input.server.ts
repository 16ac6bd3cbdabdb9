import { hash } from 'node:crypto'
import { redirect, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { TYPED_TTL_MS } from '../accounts/rules/lifetimes.ts'
import { afterSignIn, onwardQuery, safeRedirect, withQuery } from '../accounts/rules/redirects.ts'
import { decrypt, encrypt } from '../accounts/service/encryption.server.ts'
import { isForm, readFormData } from './body.server.ts'
import { requestContextOf, type TypedInput } from './request/context.server.ts'
import { readCookie, TYPED_COOKIE, typedCookie } from './request/cookies.server.ts'
import { readForm } from './form-action.server.ts'

type Context = Readonly<RouterContextProvider>

/**
 * The input of a form that could not be taken, because the session had ended or another reader
 * had signed in. It waits encrypted in a cookie or, if that is too small, travels through the pages
 * that follow as one encrypted field. The server stores nothing.
 */

/**
 * In an address: the page is shown, not sent, and its form is filled. The value is the form's address
 * or, of input that waits in a cookie, its id.
 */
export const TYPED_PARAMETER = 'typed'
/** In an address: its form carries the encrypted field, and may be as long. */
const CARRIES_PARAMETER = 'carries'
/** The encrypted field. */
export const TYPED_FIELD = 'typed'
/** Longer input is not kept. */
const MAX_TYPED_BYTES = 2 ** 20
/** A body with the encrypted field: base64 takes a third more. */
const MAX_BODY_BYTES = 1.5 * MAX_TYPED_BYTES
/** A collection has the most fields: its books. */
const MAX_FIELDS = 1000
/** Of the 4,096 bytes that browsers keep, with name and attributes. */
const MAX_COOKIE_CHARS = 3500

/** Never kept. */
const SECRET_FIELD = /password|code|card|cvc/i

type Handle = (request: Request, context: RouterContextProvider) => Promise<Response>

/**
 * Turns a request that only asks to show a form again into one for its page, and notes the input. If
 * that cannot be read, or is too old, the browser is redirected to the page as it is.
 */
export const showingTypedInput =
  (handle: Handle): Handle =>
  async (request, context) => {
    const url = new URL(request.url)
    const requestContext = requestContextOf(context)
    if (request.method !== 'POST' || !url.searchParams.has(TYPED_PARAMETER)) {
      const waiting = waitingIn(request)
      if (request.method === 'GET' && waiting?.id === url.searchParams.get(TYPED_PARAMETER)) {
        requestContext.typed = waiting?.typed ?? null
      }
      const response = await handle(request, context)
      const isSent = request.method === 'POST' && response.status < 400
      // Back must not show it as not sent.
      if (isSent && waiting?.typed.action === url.pathname) {
        response.headers.append('Set-Cookie', typedCookie(null, TYPED_TTL_MS))
      }
      return response
    }
    requestContext.typed = await readTyped(request)
    if (!requestContext.typed) return leadTo(withoutTyped(url))
    const sealed = sealTyped(requestContext.typed)
    // A browser without any cookie may block them.
    if (sealed.length <= MAX_COOKIE_CHARS && request.headers.has('Cookie')) {
      return leadTo(withId(url, idOf(sealed)), typedCookie(sealed, TYPED_TTL_MS))
    }
    const headers = new Headers(request.headers)
    for (const name of ['Content-Type', 'Content-Length', 'X-Background']) headers.delete(name)
    return handle(new Request(url, { headers, signal: request.signal }), context)
  }

function leadTo(to: string, cookie?: string): Response {
  const headers = { Location: to, ...(cookie && { 'Set-Cookie': cookie }) }
  return new Response(null, { status: 303, headers })
}

/** Tells the input of one tab from that of another, which has replaced it in the cookie. */
const idOf = (sealed: string) => hash('sha256', sealed, 'base64url').slice(0, 16)

/** The address that shows the input that waits in a cookie, or that leads there after sign-in. */
function withId(url: URL, id: string): string {
  const page = safeRedirect(url.searchParams.get('redirectTo'))
  const shown = new URL(page ?? url, url)
  shown.searchParams.set(TYPED_PARAMETER, id)
  const address = shown.pathname + shown.search + shown.hash
  if (page === null) return address
  const query = new URLSearchParams(url.searchParams)
  query.delete(TYPED_PARAMETER)
  query.set('redirectTo', address)
  return withQuery(url.pathname, query)
}

/** Whether the page after sign-in shows input that waits in a cookie. */
export const showsTypedLater = (query: URLSearchParams) =>
  new URL(afterSignIn(query), 'http://same.invalid').searchParams.has(TYPED_PARAMETER)

/** The input that waits in the browser's cookie. */
function waitingIn({ headers }: Request): { id: string; typed: TypedInput } | null {
  const sealed = readCookie(headers.get('Cookie'), TYPED_COOKIE)
  const typed = sealed === null ? null : openTyped(sealed)
  return typed && { id: idOf(sealed!), typed }
}

/** The most bytes that a request to this address may have, if it may carry typed input. */
export const typedBytes = (url: string): number | null =>
  /[?&](?:typed|carries)=/.test(url) ? MAX_BODY_BYTES : null

/** Whether a form is small enough to travel along. */
export const keepsTyped = (request: Request) =>
  isForm(request) && Number(request.headers.get('Content-Length')) <= MAX_TYPED_BYTES

const bounds = { maxBytes: MAX_BODY_BYTES, maxFields: MAX_FIELDS }

/** A form of a page on the way, without the encrypted field that it may contain. */
export async function readWithTyped(request: Request, context: Context): Promise<FormData> {
  const form = await readForm(request, typedBytes(request.url) === null ? {} : bounds)
  requestContextOf(context).sealedTyped = sealedIn(form)
  form.delete(TYPED_FIELD)
  return form
}

function sealedIn(form: FormData): string | null {
  const sealed = form.get(TYPED_FIELD)
  return typeof sealed === 'string' ? sealed : null
}

/** What a page on the way passes on, and the address of its forms; null: nothing. */
export function carriedInput(context: Context, url: URL): Carried | null {
  const requestContext = requestContextOf(context)
  if (requestContext.typed) requestContext.sealedTyped = sealTyped(requestContext.typed)
  const { pathname, searchParams } = url
  const query = new URLSearchParams([...onwardQuery(searchParams), [CARRIES_PARAMETER, '']])
  return requestContext.sealedTyped === null
    ? null
    : { sealed: requestContext.sealedTyped, action: withQuery(pathname, query) }
}

export interface Carried {
  sealed: string
  action: string
}

/** The address of a page without the parameter. */
export function withoutTyped({ pathname, searchParams }: URL): string {
  const query = new URLSearchParams(searchParams)
  query.delete(TYPED_PARAMETER)
  return withQuery(pathname, query)
}

/** Leads to another page, with what the form carried. */
export function redirectWithTyped(context: Context, to: string): Response {
  if (requestContextOf(context).sealedTyped === null) return redirect(to, 303)
  const url = new URL(to, 'http://same.invalid')
  url.searchParams.set(TYPED_PARAMETER, '')
  return redirect(url.pathname + url.search + url.hash, 307)
}

/** What a form contains: in its fields, or in the encrypted one. */
async function readTyped(request: Request): Promise<TypedInput | null> {
  const form = await readFormData(request, bounds).catch(() => new FormData())
  const sealed = sealedIn(form)
  if (sealed !== null) return openTyped(sealed)
  const fields = [...form].filter(
    (field): field is [string, string] =>
      typeof field[1] === 'string' && !SECRET_FIELD.test(field[0]),
  )
  const action = new URL(request.url).searchParams.get(TYPED_PARAMETER)!
  return fields.length > 0 ? { action, fields } : null
}

/** What is encrypted, so that nothing else can be passed off as input. */
const PURPOSE = 'typed input'

const sealedInput = z.object({
  /** In milliseconds since 1970. */
  until: z.number(),
  action: z.string(),
  fields: z.array(z.tuple([z.string(), z.string()])),
})

/** The encrypted field for the next page. */
const sealTyped = (typed: TypedInput): string =>
  encrypt(PURPOSE, '', JSON.stringify({ ...typed, until: Date.now() + TYPED_TTL_MS }))

function openTyped(sealed: string): TypedInput | null {
  const opened = decrypt(PURPOSE, '', sealed)
  const input = opened && sealedInput.parse(JSON.parse(opened.text))
  return input && input.until > Date.now() ? input : null
}
