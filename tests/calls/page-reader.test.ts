import { beforeAll, describe, expect, test } from 'vitest'
import { PAGE_READER_HEADER } from '#app/accounts/rules/page-reader.ts'
import { newReader, type Reader } from './accounts-client.ts'
import { callPaths, formTemplates, origin, pagePaths } from './client.ts'

let first: Reader
let second: Reader

beforeAll(async () => {
  ;[first, second] = await Promise.all([newReader(origin), newReader(origin)])
})

const cookieOf = ({ web }: Reader) => `readr_session=${web['readr_session']}`

const PAGE = { Accept: 'text/html,*/*;q=0.8' }

const filled = (path: string) =>
  path
    .replace(':slug', 'walden')
    .replace(':provider', 'google')
    .replace(':topic', 'stoicism')
    .replaceAll(/:\w+|\*/g, 'x')

const formPaths = formTemplates.map(filled)

const post = (path: string, who: Reader, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookieOf(who), ...headers },
    body,
  })

const fields = (reader: Reader, more: Record<string, string> = {}) =>
  new URLSearchParams({ reader: reader.id, ...more })

function parts(reader: Reader): FormData {
  const form = new FormData()
  form.set('reader', reader.id)
  form.set('text', 'a note')
  return form
}

describe('a page that was made for another reader', () => {
  test('there are forms to try', () => {
    expect(formPaths.length).toBeGreaterThan(40)
    expect(formPaths).toContain('/settings/delete')
  })

  test.each(formPaths)('does nothing with %s', async (path) => {
    const page = await post(path, second, fields(first), PAGE)
    expect(page.status).toBe(307)
    expect(page.headers.get('Location')).toMatch(/^\/continue\?redirectTo=/)
    for (const body of [fields(first), parts(first)]) {
      const answer = await post(path, second, body)
      expect(answer.status).toBe(409)
      expect(await answer.json()).toEqual({ message: expect.stringContaining('signed in now') })
    }
  })

  test.each(callPaths)('makes no call of %s', async (path) => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const headers = { Cookie: cookieOf(second), [PAGE_READER_HEADER]: first.id }
      const answer = await fetch(origin + filled(path), { method, headers, redirect: 'manual' })
      expect(answer.status, method).toBe(409)
    }
  })

  test('is found when its first field arrives in pieces', async () => {
    const sendSlowly = (of: Reader) => {
      const bytes = new TextEncoder().encode(
        fields(of, { intent: 'update-name', name: 'Slow' }).toString(),
      )
      const body = new ReadableStream({
        async start(controller) {
          for (const byte of bytes.subarray(0, 40)) {
            controller.enqueue(Uint8Array.of(byte))
            await new Promise(setImmediate)
          }
          controller.enqueue(bytes.subarray(40))
          controller.close()
        },
      })
      return fetch(`${origin}/settings`, {
        method: 'POST',
        redirect: 'manual',
        duplex: 'half',
        headers: {
          Cookie: cookieOf(second),
          'Content-Type': 'application/x-www-form-urlencoded',
          'Content-Length': `${bytes.length}`,
        },
        body,
      } as RequestInit)
    }
    expect((await sendSlowly(first)).status).toBe(409)
    expect((await sendSlowly(second)).status).toBe(303)
  })

  test('is named by a field, and not by the input', async () => {
    for (const [value, status] of [
      [`reader=${second.id}&x=reader=${first.id}`, 303],
      [`reader=${second.id}&x=%26reader=${first.id}%26`, 303],
      [`x=1&reader=${first.id}`, 409],
    ] as const) {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const body = `${value}&intent=update-name&name=Second`
      expect((await post('/settings', second, body, headers)).status, value).toBe(status)
    }
  })
})

test('each page says for whom it is, and names nobody else', async () => {
  // The page for offline use is the same for everybody.
  for (const path of pagePaths.map(filled).filter((one) => one !== '/offline')) {
    for (const who of [first, second, first]) {
      const answer = await fetch(origin + path, {
        redirect: 'manual',
        headers: { Cookie: cookieOf(who) },
      })
      const type = answer.headers.get('Content-Type') ?? ''
      if (answer.status !== 200 || !type.startsWith('text/html')) continue
      const html = await answer.text()
      expect(html, path).toContain(`data-reader="${who.id}"`)
      for (const form of html.match(/<form\b[^>]*method="post"[^>]*>\s*<[^>]*>/g) ?? []) {
        expect(form, path).toContain(`<input type="hidden" name="reader" value="${who.id}"/>`)
      }
    }
  }
})

test('a visitor’s page may be sent by a reader who has signed in since', async () => {
  const body = new URLSearchParams({ reader: '0'.repeat(24), intent: 'update-name', name: 'Ada' })
  expect((await post('/settings', first, body)).status).toBe(303)
})
