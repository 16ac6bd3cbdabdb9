import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { runProduct, type Product } from '#tests/setup/product.ts'

export const PASSWORD = 'secret1'

export interface Wanted {
  method?: string
  headers?: Record<string, string>
  /** Sent as JSON, unless it is text already. */
  json?: unknown
  /** Sent as a form. */
  form?: Record<string, string>
  cookies?: Record<string, string>
  token?: string
}

export interface Heard {
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
  /** Cookies as they were set, by name. */
  cookies: Record<string, string>
}

/** Words of the inside that no answer may have. */
export const INSIDE =
  /\n\s+at \S+ \(|node_modules|PrismaClient|SqliteError|SELECT "|INSERT INTO|"stack"|\$argon2|passwordHash/

/** Asks a product, and checks what holds of every answer. */
export async function ask(origin: string, path: string, wanted: Wanted = {}): Promise<Heard> {
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
  expect(text, path).not.toMatch(INSIDE)
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json') ?? false
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text !== '' ? (JSON.parse(text) as Heard['json']) : {},
    cookies: Object.fromEntries(
      response.headers.getSetCookie().map((cookie) => [cookie.split('=', 1)[0]!, cookie]),
    ),
  }
}

/** The value in a Set-Cookie header. */
export const valueOf = (cookie: string | undefined) =>
  /^[^=]+=([^;]*)/.exec(cookie ?? '')?.[1] ?? ''

let count = 0

export interface Reader {
  id: string
  email: string
  token: string
  refresh: string
  /** The cookie of a browser that is signed in. */
  web: Record<string, string>
}

/** Somebody with an account, signed in on an app and in a browser. */
export async function newReader(origin: string, email?: string): Promise<Reader> {
  count += 1
  const address = email ?? `reader-${count}-${process.pid}@example.com`
  const made = email
    ? await ask(origin, '/api/auth/login', { json: { email, password: PASSWORD } })
    : await ask(origin, '/api/auth/register', {
        json: { name: 'Ada', email: address, password: PASSWORD },
      })
  expect(made.status).toBe(email ? 200 : 201)
  const web = await ask(origin, '/login', { form: { email: address, password: PASSWORD } })
  return {
    id: String(made.json.data!.user!['_id']),
    email: address,
    token: made.json.data!.accessToken!,
    refresh: valueOf(made.cookies['readr_refresh']),
    web: { readr_session: valueOf(web.cookies['readr_session']) },
  }
}

/** An administrator, whom only the operator's command can make. */
export async function newAdmin(product: Product): Promise<Reader> {
  const email = `admin-${process.pid}@example.com`
  const made = await runProduct(
    'readr',
    ['user', 'create', email, '--name', 'Op', '--password', PASSWORD, '--role', 'admin'],
    product.variables,
  )
  expect(made.status, made.stderr).toBe(0)
  return newReader(product.origin, email)
}

/** Makes somebody a subscriber, as the store of a mobile app says it. */
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

/** The mails to an address in the demo mailbox, newest first, as text. */
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

/** The address of the newest reset link, once it has been mailed. */
export async function resetLink(
  origin: string,
  email: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const find = async () => {
    for (const mail of await emailsTo(origin, email, headers)) {
      const path = /\/reset-password\/[\w-]{43}/.exec(mail)?.[0]
      if (path) return path
    }
    return null
  }
  await expect.poll(find, { interval: 20, timeout: 30_000 }).not.toBeNull()
  return (await find())!
}
