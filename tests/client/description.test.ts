import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import {
  clientTypes,
  type Description,
  describedCalls,
  description,
  TYPES_FILE,
} from '../../bin/generate-client-types.ts'
import { createReadrClient } from '../../packages/client/readr-client.ts'

const calls = describedCalls(await description())
const nowhere = (asked: URL[], methods: string[]): typeof fetch => {
  return (url, init) => {
    asked.push(new URL(String(url)))
    methods.push(init!.method!)
    return Promise.reject(new Error('There is no network here.'))
  }
}

/** An input with a word for each name in the path. */
const inputFor = (path: string) => ({
  email: 'a@b.example',
  ...Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, 'an/id'])),
})

describe('the client and the description of the API', () => {
  test('have the same types: npm run generate:client writes them', async () => {
    expect(await readFile(TYPES_FILE, 'utf8')).toBe(await clientTypes(await description()))
  })

  test('have the same calls', () => {
    const client = createReadrClient({ baseUrl: 'http://127.0.0.1' })
    expect(Object.keys(client).toSorted()).toEqual(
      calls.map(({ operation }) => operation.operationId).toSorted(),
    )
  })

  test.each(calls.map((call) => ({ name: call.operation.operationId, ...call })))(
    'mean the same address by $name',
    async ({ name, method, path }) => {
      const asked: URL[] = []
      const methods: string[] = []
      const client = createReadrClient({
        baseUrl: 'http://127.0.0.1/',
        fetch: nowhere(asked, methods),
      })
      const call = client[name as keyof typeof client] as (input: object) => Promise<unknown>
      await call(inputFor(path)).catch(() => {})
      expect(methods).toEqual([method])
      expect(asked[0]!.pathname).toBe(path.replace(/\{\w+\}/g, 'an%2Fid'))
    },
  )

  test('say of every input what it is', async () => {
    expect(await clientTypes(await description())).not.toMatch(/: unknown\b/)
  })
})

describe('the types of a description', () => {
  const one = (path: string, operation: object): Description =>
    ({ paths: { [path]: { put: operation } }, components: { schemas: {} } }) as Description
  const json = (schema: object) => ({ content: { 'application/json': { schema } } })

  test('are those of its schemas', async () => {
    const text = await clientTypes(
      one('/shelves/{shelf}', {
        operationId: 'putAway',
        parameters: [{ in: 'path', name: 'shelf', required: true, schema: { type: 'integer' } }],
        requestBody: json({
          type: 'object',
          properties: {
            note: { type: ['string', 'null'] },
            at: { anyOf: [{ type: 'string', enum: ['top', 'end'] }, { type: 'number' }] },
          },
          required: ['note'],
        }),
        responses: { 201: json({ type: 'array', items: { const: true } }) },
      }),
    )
    expect(text).toContain('shelf: number')
    expect(text).toContain('note: string | null')
    expect(text).toContain(`at?: ('top' | 'end') | number`)
    expect(text).toContain('answer: Array<true>')
  })

  test('leave out addresses that answer no JSON', async () => {
    const document = one('/away', { operationId: 'goAway', responses: { 302: {} } })
    expect(await clientTypes(document)).not.toContain('goAway')
  })

  test('are refused where two inputs have one name', async () => {
    const document = one('/books/{id}', {
      operationId: 'twice',
      parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }],
      requestBody: json({ type: 'object', properties: { id: { type: 'string' } } }),
      responses: { 200: json({ type: 'object' }) },
    })
    await expect(clientTypes(document)).rejects.toThrow('twice has two inputs called id')
  })
})
