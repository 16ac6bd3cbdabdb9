import { expect, vi } from 'vitest'
import { ask, emailsTo, newReader, PASSWORD, type Reader } from './accounts-client.ts'
import { call, origin } from './client.ts'

/** A reader in a browser whose address is confirmed. */
export async function confirmedReader(): Promise<Reader> {
  const reader = await newReader(origin)
  await confirmAddress(origin, reader)
  return reader
}

/** Confirms the address of a reader in a browser. */
export async function confirmAddress(at: string, reader: Reader): Promise<void> {
  const find = async () =>
    (await emailsTo(at, reader.email))
      .map((html) => /(\d{6}) is your Readr code/.exec(html)?.[1])
      .find(Boolean)
  const code = await vi.waitUntil(find, { interval: 20, timeout: 30_000 })
  const form = { code }
  expect((await ask(at, '/verify', { cookies: reader.web, form })).status).toBe(303)
}

/** Sends a form of /settings/apps; the new secret is in its answer. */
export async function createKey(reader: Reader, fields: Record<string, string>): Promise<string> {
  const form = { password: PASSWORD, ...fields }
  const { status, text, headers } = await call('/settings/apps', { cookies: reader.web, form })
  expect(status, text).toBe(200)
  expect(headers.get('Cache-Control')).toBe('private, no-store')
  return /<code id="new-secret"[^>]*>([\w-]+)</.exec(text)![1]!
}

/** Revokes an app password or a token by its name. */
export async function revokeKey(reader: Reader, name: string): Promise<void> {
  const { text } = await call('/settings/apps', { cookies: reader.web })
  const session = new RegExp(`>${name}</strong>[^]*?name="session" value="(\\d+)"`).exec(text)![1]!
  const form = { intent: 'revoke', session }
  expect((await call('/settings/apps', { cookies: reader.web, form })).status).toBe(303)
}
