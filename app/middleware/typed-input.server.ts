import { redirect, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { onwardQuery, withQuery } from '../accounts/rules/redirects.ts'
import { decrypt, encrypt } from '../accounts/service/encryption.server.ts'
import { MINUTE_MS } from '../platform/durations.ts'
import { isForm, readFormData } from './body.server.ts'
import { factsOf, type TypedInput } from './context.server.ts'
import { readForm } from './form-action.server.ts'

type Context = Readonly<RouterContextProvider>

/**
 * The input of a form that could not be taken, because the session had ended or another reader
 * had signed in. It travels through the pages that follow as one encrypted field; nothing is stored.
 */

/** In an address: the page is shown, not sent, and its form is filled. The value is the form's address. */
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
const TTL_MS = 10 * MINUTE_MS

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
    if (request.method !== 'POST' || !url.searchParams.has(TYPED_PARAMETER)) {
      return handle(request, context)
    }
    const facts = factsOf(context)
    facts.typed = await readTyped(request)
    if (!facts.typed) {
      return new Response(null, { status: 303, headers: { Location: withoutTyped(url) } })
    }
    const headers = new Headers(request.headers)
    for (const name of ['Content-Type', 'Content-Length', 'X-Background']) headers.delete(name)
    return handle(new Request(url, { headers, signal: request.signal }), context)
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
  factsOf(context).sealedTyped = sealedIn(form)
  form.delete(TYPED_FIELD)
  return form
}

function sealedIn(form: FormData): string | null {
  const sealed = form.get(TYPED_FIELD)
  return typeof sealed === 'string' ? sealed : null
}

/** What a page on the way passes on, and the address of its forms; null: nothing. */
export function carriedInput(context: Context, url: URL): Carried | null {
  const facts = factsOf(context)
  if (facts.typed) facts.sealedTyped = sealTyped(facts.typed)
  const { pathname, searchParams } = url
  const query = new URLSearchParams([...onwardQuery(searchParams), [CARRIES_PARAMETER, '']])
  return facts.sealedTyped === null
    ? null
    : { sealed: facts.sealedTyped, action: withQuery(pathname, query) }
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
  if (factsOf(context).sealedTyped === null) return redirect(to, 303)
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
  encrypt(PURPOSE, '', JSON.stringify({ ...typed, until: Date.now() + TTL_MS }))

function openTyped(sealed: string): TypedInput | null {
  const opened = decrypt(PURPOSE, '', sealed)
  const input = opened && sealedInput.parse(JSON.parse(opened.text))
  return input && input.until > Date.now() ? input : null
}
