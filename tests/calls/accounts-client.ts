import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { runProduct, type Product } from '#tests/setup/product.ts'

export const PASSWORD = 'secret1'

export interface CallOptions {
  method?: string
  headers?: Record<string, string>
  /** Sent as JSON; a string is sent as it is. */
  json?: unknown
  /** Sent as a form. */
  form?: Record<string, string>
  cookies?: Record<string, string>
  token?: string
}

export interface CallAnswer {
  status: number
  headers: Headers
  text: string
  json: {
    success?: boolean
    message?: string
    errors?: Record<string, string[]>
    accessToken?: string
    data?: { accessToken?: string; user?: Record<string, unknown> }
  }
  /** Set-Cookie headers by cookie name. */
  cookies: Record<string, string>
}

/** Internals that no answer may reveal. */
export const INTERNALS =
  /\n\s+at \S+ \(|node_modules|PrismaClient|SqliteError|SELECT "|INSERT INTO|"stack"|\$argon2|passwordHash/

/** Sends a request and checks that the answer reveals no internals. */
export async function ask(
  origin: string,
  path: string,
  wanted: CallOptions = {},
): Promise<CallAnswer> {
  const { json, form, cookies, token } = wanted
  const body =
    json !== undefined
      ? typeof json === 'string'
        ? json
        : JSON.stringify(json)
      : form && new URLSearchParams(form).toString()
  const response = await fetch(origin + path, {
    method: wanted.method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(form ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {}),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(cookies
        ? {
            Cookie: Object.entries(cookies)
              .map(([name, value]) => `${name}=${value}`)
              .join('; '),
          }
        : {}),
      ...wanted.headers,
    },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  expect(text, path).not.toMatch(INTERNALS)
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json') ?? false
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text !== '' ? (JSON.parse(text) as CallAnswer['json']) : {},
    cookies: Object.fromEntries(
      response.headers.getSetCookie().map((cookie) => [cookie.split('=', 1)[0]!, cookie]),
    ),
  }
}

/** Expects a call to fail with exactly this status and message. */
export function expectRefusal(answer: CallAnswer, status: number, message: string) {
  expect({ status: answer.status, message: answer.json.message }).toEqual({ status, message })
  expect(answer.json.success).toBe(false)
  expect(
    Object.keys(answer.json).every((key) => ['success', 'message', 'errors'].includes(key)),
  ).toBe(true)
  expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
}

/** The message for calls without a session. */
export const NO_SESSION = 'Authentication required'

/** The value in a Set-Cookie header. */
export const valueOf = (cookie: string | undefined) =>
  /^[^=]+=([^;]*)/.exec(cookie ?? '')?.[1] ?? ''

export interface Reader {
  id: string
  email: string
  token: string
  refresh: string
  /** The session cookie of a browser. */
  web: Record<string, string>
}

/** A reader who is signed in on an app and in a browser; an address signs an existing one in. */
export async function newReader(origin: string, email?: string): Promise<Reader> {
  const address = email ?? `reader-${randomUUID()}@example.com`
  const created = email
    ? await ask(origin, '/api/auth/login', { json: { email, password: PASSWORD } })
    : await ask(origin, '/api/auth/register', {
        json: { name: 'Ada', email: address, password: PASSWORD },
      })
  expect(created.status).toBe(email ? 200 : 201)
  const web = await ask(origin, '/login', { form: { email: address, password: PASSWORD } })
  return {
    id: String(created.json.data!.user!['_id']),
    email: address,
    token: created.json.data!.accessToken!,
    refresh: valueOf(created.cookies['readr_refresh']),
    web: { readr_session: valueOf(web.cookies['readr_session']) },
  }
}

/** An administrator, created with the operator's command. */
export async function newAdmin(product: Product): Promise<Reader> {
  const email = `admin-${randomUUID()}@example.com`
  const created = await runProduct(
    'readr',
    ['user', 'create', email, '--name', 'Op', '--password', PASSWORD, '--role', 'admin'],
    product.variables,
  )
  expect(created.status, created.stderr).toBe(0)
  return newReader(product.origin, email)
}

/** Makes a reader a subscriber through the webhook of the mobile apps. */
export async function subscribeInTheApp(origin: string, reader: Reader, days = 30): Promise<void> {
  const { status } = await ask(origin, '/api/webhooks/mobile', {
    headers: { Authorization: 'Bearer demo-mobile-secret' },
    json: {
      api_version: '1.0',
      event: {
        id: randomUUID(),
        type: 'INITIAL_PURCHASE',
        app_user_id: reader.id,
        event_timestamp_ms: Date.now(),
        expiration_at_ms: Date.now() + days * 86_400_000,
        product_id: 'readr_monthly',
        store: 'APP_STORE',
        environment: 'PRODUCTION',
      },
    },
  })
  expect(status).toBe(200)
}

/** The emails to an address in the demo mailbox, newest first, as HTML. */
export async function emailsTo(
  origin: string,
  email: string,
  headers: Record<string, string> = {},
): Promise<string[]> {
  const { text } = await ask(origin, '/dev/mail', { headers })
  return text
    .split('<article')
    .slice(1)
    .filter((article) => article.includes(`to <!-- -->${email}`) || article.includes(`to ${email}`))
}

/** The path of the newest reset link, once it was sent. */
export async function resetLink(
  origin: string,
  email: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const find = async () => {
    for (const html of await emailsTo(origin, email, headers)) {
      const path = /\/reset-password\/[\w-]{43}/.exec(html)?.[0]
      if (path) return path
    }
    return null
  }
  await expect.poll(find, { interval: 20, timeout: 30_000 }).not.toBeNull()
  return (await find())!
}
