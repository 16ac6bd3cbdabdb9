import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALONE, type Product, startProduct } from '#tests/setup/product.ts'
import { ask, newReader, PASSWORD } from './accounts-client.ts'

const TOKEN = 'a-token-for-prometheus'
/** More than the product serves at a time, including its reserve. */
const VISITORS = 140
/** On one connection, these take longer than the visitors wait. */
const SIGN_INS = 20

let product: Product

beforeAll(async () => {
  product = await startProduct('content', { METRICS_TOKEN: TOKEN, NODE_OPTIONS: '' }, ALONE)
})
afterAll(() => product.stop())

async function inFlight(): Promise<number> {
  const { text } = await ask(product.origin, '/metrics', { token: TOKEN })
  const figures = [...text.matchAll(/^readr_http_requests_in_flight\{.*\} (\d+)$/gm)]
  expect(figures).toHaveLength(2)
  return figures.reduce((sum, [, count]) => sum + Number(count), 0)
}

async function connection(): Promise<Socket> {
  const socket = connect(product.port, '127.0.0.1')
  await once(socket, 'connect')
  return socket.on('error', () => {}).resume()
}

test('visitors who disconnect while a page is being rendered for another one free their places', async () => {
  const host = `Host: 127.0.0.1:${product.port}`
  const page = `GET /summaries/is-not-there HTTP/1.1\r\n${host}\r\n\r\n`
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'a wrong password' })
  const signIn = `POST /api/auth/login HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const visitors = await Promise.all(Array.from({ length: VISITORS }, connection))
  const first = await connection()
  // Its page has to wait for the sign-ins, and so do the visitors.
  first.write(signIn.repeat(SIGN_INS) + page)
  await sleep(20)
  for (const visitor of visitors) visitor.write(page)
  await sleep(50)
  for (const visitor of visitors) visitor.resetAndDestroy()
  await sleep(100)
  first.destroy()
  await expect.poll(inFlight, { timeout: 10_000 }).toBe(0)
  expect((await ask(product.origin, '/login')).status).toBe(200)
})

test.each(['web', 'app'] as const)(
  'a form whose browser has disconnected is finished, and answered when it is sent again: %s',
  async (kind) => {
    const { web, token } = await newReader(product.origin)
    const form = {
      intent: 'change-password',
      oldPassword: PASSWORD,
      newPassword: 'another one',
      confirmNewPassword: 'another one',
    }
    const cookies = kind === 'web' ? web : { readr_access: token }
    const other = new Sqlite(join(product.variables['DATA_DIR']!, 'readr.db'))
    other.exec('DELETE FROM "LastForm"')
    const browser = new AbortController()
    const sent = fetch(`${product.origin}/settings`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { Cookie: Object.entries(cookies).flat().join('=') },
      signal: browser.signal,
    })
    // Its passwords take a while. Before it writes the new one, it has to wait until its browser is gone.
    const begun = other.prepare('SELECT * FROM "LastForm"')
    while (begun.get() === undefined) await sleep(1)
    other.exec('BEGIN IMMEDIATE')
    browser.abort()
    await expect(sent).rejects.toThrow('aborted')
    await expect.poll(inFlight).toBe(0)
    other.exec('ROLLBACK')
    other.close()
    const answer = await ask(product.origin, '/settings', { form, cookies })
    expect(answer.headers.get('Location')).toBe('/settings')
    const page = await ask(product.origin, '/settings', { cookies })
    expect(page.text).toContain('Your password has been changed')
  },
)
