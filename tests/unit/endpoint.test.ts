import { RouterContextProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Call, defineCall, endpoint, forSubscribers } from '#app/api/endpoint.server.ts'
import { SCOPE_NAMES } from '#app/accounts/rules/app-keys.ts'
import { requestContextOf } from '#app/middleware/request/context.server.ts'
import { DomainError } from '#app/platform/errors.ts'

/** Makes a request at a route with these calls. */
async function ask(
  calls: Call[],
  {
    method = 'GET',
    body,
    path = '/api/thing',
    signedIn = null,
  }: { method?: string; body?: string; path?: string; signedIn?: object | null },
) {
  const url = new URL(path, 'http://localhost')
  const context = new RouterContextProvider()
  requestContextOf(context).signedIn = signedIn as never
  const request = new Request(url, { method, ...(body === undefined ? {} : { body }) })
  const args = { request, url, params: {}, context, pattern: url.pathname.slice(1) }
  const response = await endpoint(...calls)(args as never)
  return { response, body: await response.json(), requestContext: requestContextOf(context) }
}

const output = z.unknown()
const post = (handler: () => Promise<{ data: unknown; message?: string }>) =>
  defineCall({ method: 'POST', auth: 'optional', output, handler })
const echo = defineCall({
  method: 'POST',
  auth: 'optional',
  output,
  handler: async ({ body }) => ({ data: await body() }),
})
const answerOne = {
  method: 'GET',
  auth: 'optional',
  output,
  handler: async () => ({ data: 1 }),
} as const
const one = defineCall(answerOne)

describe('an endpoint', () => {
  test('puts data into the envelope, with its message', async () => {
    const call = defineCall({
      method: 'POST',
      auth: 'optional',
      status: 201,
      output,
      handler: async () => ({ data: { a: 1 }, message: 'Done.' }),
    })
    const { response, body } = await ask([call], { method: 'POST' })
    expect(response.status).toBe(201)
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect(body).toEqual({ success: true, data: { a: 1 }, message: 'Done.' })
  })

  test('answers bare data without the envelope', async () => {
    expect((await ask([{ ...one, answerAs: 'bare' }], {})).body).toBe(1)
  })

  test.each(['PUT', 'DELETE', 'PATCH'])('refuses %s when no call has it', async (method) => {
    const { response, body } = await ask([one, echo], { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe('GET, HEAD, POST')
    expect(body).toEqual({
      success: false,
      message: `${method} requests are not supported at this address.`,
    })
  })

  test('serves subscribers at the path that ends in /subscribed, and only there', async () => {
    const calls = [one, forSubscribers(one)]
    expect((await ask(calls, {})).response.status).toBe(200)
    expect((await ask(calls, { path: '/api/thing/subscribed' })).response.status).toBe(401)
    expect((await ask([one], { path: '/api/thing/subscribed' })).response.status).toBe(405)
  })

  test('reads a JSON body', async () => {
    const send = (body: string) => ask([echo], { method: 'POST', body })
    expect((await send('{"a":[1]}')).body.data).toEqual({ a: [1] })
    expect((await send('')).body.data).toEqual({})
  })

  test.each(['{', 'a=b', '{"a":1}x', 'undefined'])('refuses the body %j', async (text) => {
    const { response, body } = await ask([echo], { method: 'POST', body: text })
    expect(response.status).toBe(400)
    expect(body).toEqual({ success: false, message: 'Request body must be valid JSON.' })
  })

  test.each([
    ['invalid-input', 400],
    ['unauthenticated', 401],
    ['forbidden', 403],
    ['not-found', 404],
    ['conflict', 409],
    ['too-many-requests', 429],
    ['provider-unavailable', 502],
  ] as const)('answers the error %s with %i', async (code, status) => {
    const refuse = post(async () => {
      throw new DomainError(code, 'No.', { name: ['why'] })
    })
    const { response, body } = await ask([refuse], { method: 'POST' })
    expect(response.status).toBe(status)
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    expect(body).toEqual({ success: false, message: 'No.', errors: { name: ['why'] } })
  })

  test('names every field that a schema refuses', async () => {
    const query = z.object({ a: z.string(), b: z.object({ c: z.number() }) })
    const call = defineCall({ ...answerOne, query })
    const { response, body } = await ask([call], { path: '/api/thing?b=1' })
    expect(response.status).toBe(400)
    expect(Object.keys(body.errors)).toEqual(['a', 'b'])
  })

  test('reveals nothing about an unexpected error', async () => {
    const fail = post(async () => {
      throw new Error('SELECT secret FROM "Book" at /srv/readr.ts:1')
    })
    const { response, body } = await ask([fail], { method: 'POST' })
    expect(response.status).toBe(500)
    expect(body).toEqual({
      success: false,
      message: 'Something went wrong on our end. Please try again later.',
    })
  })

  test('asks a personal access token for the scope of the call, and refuses it without one', async () => {
    const needs = defineCall({ ...answerOne, scope: 'library:read' })
    const status = async (call: Call, kind: string, scopes: string[]) => {
      const signedIn = { user: { role: 'admin' }, session: { kind, scopes } }
      return (await ask([call], { signedIn })).response.status
    }
    expect(await status(needs, 'token', ['library:read', 'notes:read'])).toBe(200)
    expect(await status(needs, 'token', ['library:write'])).toBe(403)
    expect(await status(one, 'token', [...SCOPE_NAMES])).toBe(403)
    expect(await status({ ...one, auth: 'ignored' }, 'token', [])).toBe(200)
    for (const kind of ['web', 'app']) expect(await status(one, kind, [])).toBe(200)
    const subscribed = forSubscribers(needs)
    const path = '/api/thing/subscribed'
    const signedIn = { user: { role: 'admin' }, session: { kind: 'token', scopes: [] } }
    expect((await ask([subscribed], { path, signedIn })).response.status).toBe(403)
  })

  test('lets an answer be shared only when the call says so, and not with whom it does not know', async () => {
    const asker = { url: new URL('http://localhost/'), params: {} }
    const visitor = { ...asker, signedIn: null, access: 'visitor' } as const
    const reader = (freeBookId: number | null, kind = 'web', scopes: string[] = []) => {
      const signedIn = { user: { freeBookId }, session: { kind, scopes } } as never
      return { ...asker, signedIn, access: 'free' } as const
    }
    const { cachingAt } = endpoint(one, defineCall({ ...answerOne, cachedFor: 'access' }))
    const { variant } = cachingAt('/api/thing')!
    expect(endpoint(one, echo).cachingAt('/api/thing')).toBeNull()
    expect([variant!(visitor), variant!(reader(7)), variant!(reader(8))]).toEqual(['', '7', '8'])
    expect(variant!(reader(7, 'token'))).toBeNull()
    const visitors = endpoint(defineCall({ ...answerOne, cachedFor: 'visitors-now' }))
    const only = visitors.cachingAt('/api/thing')!
    expect([only.serverKeeps, only.variant!(visitor), only.variant!(reader(7))]).toEqual([
      false,
      '',
      null,
    ])
  })

  test('tells the handler of a shared answer nothing about the reader', async () => {
    const call = defineCall({
      ...answerOne,
      cachedFor: 'access',
      handler: async ({ signedIn, freeBookId }) => ({ data: [signedIn, freeBookId] }),
    })
    const signedIn = { user: { role: 'admin', freeBookId: 7 }, session: { kind: 'web' } }
    expect((await ask([call], { signedIn })).body.data).toEqual([null, 7])
  })
})
