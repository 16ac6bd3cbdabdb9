import { RouterContextProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#app/api/endpoint.server.ts'
import { factsOf } from '#app/middleware/context.server.ts'
import { DomainError } from '#app/platform/errors.ts'

type Methods = Parameters<typeof endpoint<'nothing'>>[1]

async function call(methods: Methods, method: string, body?: string, query = '') {
  const url = new URL(`http://localhost/api/thing${query}`)
  const context = new RouterContextProvider()
  const request = new Request(url, { method, ...(body === undefined ? {} : { body }) })
  const args = { request, url, params: {}, context, pattern: '/api/thing' }
  const response = await endpoint('nothing', methods).action(args as never)
  return { response, body: await response.json(), facts: factsOf(context) }
}

describe('an endpoint', () => {
  test('wraps data in the envelope, with its message', async () => {
    const { response, body } = await call(
      { POST: async () => ({ data: { a: 1 }, message: 'Done.', status: 201 }) },
      'POST',
    )
    expect(response.status).toBe(201)
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect(body).toEqual({ success: true, data: { a: 1 }, message: 'Done.' })
  })

  test('answers a bare body as it is', async () => {
    expect((await call({ GET: async () => ({ bare: { a: 1 } }) }, 'GET')).body).toEqual({ a: 1 })
  })

  test.each(['PUT', 'DELETE', 'PATCH'])(
    'refuses %s when it is not in the table',
    async (method) => {
      const run = async () => ({ data: null })
      const { response, body } = await call({ GET: run, POST: run }, method)
      expect(response.status).toBe(405)
      expect(response.headers.get('Allow')).toBe('GET, HEAD, POST')
      expect(body).toEqual({ success: false, message: expect.any(String) })
    },
  )

  test('reads a JSON body', async () => {
    const echo: Methods = { POST: async ({ body }) => ({ data: await body() }) }
    expect((await call(echo, 'POST', '{"a":[1]}')).body.data).toEqual({ a: [1] })
    expect((await call(echo, 'POST', '')).body.data).toEqual({})
  })

  test.each(['{', 'a=b', '{"a":1}x', 'undefined'])('refuses the body %j', async (text) => {
    const { response, body } = await call(
      { POST: async ({ body: read }) => ({ data: await read() }) },
      'POST',
      text,
    )
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
  ] as const)('answers a refusal %s with %i', async (code, status) => {
    const refuse = async () => {
      throw new DomainError(code, 'No.', { name: ['why'] })
    }
    const { response, body } = await call({ POST: refuse }, 'POST')
    expect(response.status).toBe(status)
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    expect(body).toEqual({ success: false, message: 'No.', errors: { name: ['why'] } })
  })

  test('answers what a schema refuses with every field', async () => {
    const schema = z.object({ a: z.string(), b: z.object({ c: z.number() }) })
    const { response, body } = await call(
      { GET: async ({ query }) => ({ data: schema.parse(query) }) },
      'GET',
      undefined,
      '?b=1',
    )
    expect(response.status).toBe(400)
    expect(Object.keys(body.errors)).toEqual(['a', 'b'])
  })

  test('says nothing of the cause of an error that nobody expected', async () => {
    const fail = async () => {
      throw new Error('SELECT secret FROM "Book" at /srv/readr.ts:1')
    }
    const { response, body } = await call({ GET: fail }, 'GET')
    expect(response.status).toBe(500)
    expect(body).toEqual({
      success: false,
      message: 'Something went wrong on our end. Please try again later.',
    })
  })

  test('lets an answer be remembered only when it says so, and no refusal', async () => {
    const shared = await call({ GET: async () => ({ data: 1, sameForAllVisitors: true }) }, 'GET')
    const own = await call({ GET: async () => ({ data: 1 }) }, 'GET')
    expect(shared.facts.sameForAllVisitors).toBe(true)
    expect(own.facts.sameForAllVisitors).toBe(false)
  })
})
