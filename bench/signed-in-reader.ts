/** A signed-in reader for the benchmark. */
import type { Server } from './servers.ts'

/** How requests authenticate: not at all, by cookie, or by token. */
export type Asker = 'visitor' | 'cookie' | 'token'
export type Askers = Record<Asker, Record<string, string>>

/** The asker of a request with these headers. */
export function askerOf(headers: { cookie?: string; authorization?: string }): Asker {
  if (headers.authorization) return 'token'
  return headers.cookie ? 'cookie' : 'visitor'
}

/** Creates an account, signs in both ways, and returns the headers of each asker. */
export async function signIn({ port }: Pick<Server, 'port'>): Promise<Askers> {
  const origin = `http://127.0.0.1:${port}`
  const account = {
    email: `bench-${process.pid}-${Date.now()}@readr.test`,
    password: 'of no value',
  }
  const made = await fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    body: JSON.stringify({ name: 'Bench', ...account }),
  })
  const { data } = (await made.json()) as { data: { accessToken: string } }
  const form = new URLSearchParams(account)
  const entered = await fetch(`${origin}/login`, { method: 'POST', body: form, redirect: 'manual' })
  const cookie = entered.headers.getSetCookie()[0]?.split(';', 1)[0]
  if (cookie === undefined) throw new Error(`Could not sign in: ${entered.status}.`)
  return {
    visitor: {},
    cookie: { Cookie: cookie },
    token: { Authorization: `Bearer ${data.accessToken}` },
  }
}
