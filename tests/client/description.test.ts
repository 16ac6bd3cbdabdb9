import { readFile } from 'node:fs/promises'
import { HttpResponse } from 'msw/http'
import { describe, expect, test } from 'vitest'
import {
  clientRoutes,
  clientTypes,
  type Description,
  describedCalls,
  description,
  ROUTES_FILE,
  TYPES_FILE,
} from '../../bin/generate-client-types.ts'
import { READR } from '#tests/outside/readr.ts'
import { newClient, withClients } from './client-site.ts'

const document = await description()
const calls = describedCalls(document)
const { answer, asked } = withClients()

/** An input with a value for each parameter of the path. */
const inputFor = (path: string) => ({
  email: 'a@b.example',
  ...Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, 'an/id'])),
})

describe('the client', () => {
  test('has the types and routes of the OpenAPI document: npm run generate:client', async () => {
    expect(await readFile(TYPES_FILE, 'utf8')).toBe(await clientTypes(document))
    expect(await readFile(ROUTES_FILE, 'utf8')).toBe(await clientRoutes(document))
  })

  test('has a method for every call', () => {
    expect(Object.keys(newClient().client).toSorted()).toEqual(
      calls.map(({ operation }) => operation.operationId).toSorted(),
    )
  })

  test.each(calls.map((call) => ({ name: call.operation.operationId, ...call })))(
    'sends $name to its path',
    async ({ name, method, path }) => {
      answer('/*', () => HttpResponse.error())
      const { client } = newClient({ baseUrl: `${READR}/` })
      const call = client[name as keyof typeof client] as (input: object) => Promise<unknown>
      await call(inputFor(path)).catch(() => {})
      expect(asked.map((request) => request.method)).toEqual([method])
      expect(new URL(asked[0]!.url).pathname).toBe(path.replace(/\{\w+\}/g, 'an%2Fid'))
    },
  )

  test('has a type for every input', async () => {
    expect(await clientTypes(document)).not.toMatch(/\bunknown\b/)
  })
})

describe('the types of an OpenAPI document', () => {
  const one = (path: string, operation: object): Description =>
    ({ paths: { [path]: { put: operation } }, components: { schemas: {} } }) as Description
  const json = (schema: object) => ({ content: { 'application/json': { schema } } })

  test('match its schemas', async () => {
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
    expect(text).toContain('putAway: Call<Array<true>, {')
  })

  test('leave out calls that do not answer JSON', async () => {
    const redirect = one('/away', { operationId: 'goAway', responses: { 302: {} } })
    expect(await clientTypes(redirect)).not.toContain('goAway')
  })

  test('name shared types once, after the first call', async () => {
    const data = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
    const success = { const: true }
    const message = { type: 'string' }
    const answer = json({
      type: 'object',
      properties: { success, data, message },
      required: ['success', 'data'],
    })
    const text = await clientTypes({
      paths: {
        '/a': { get: { operationId: 'first', responses: { 200: answer } } },
        '/b': { get: { operationId: 'second', responses: { 200: answer } } },
      },
      components: { schemas: {} },
    } as Description)
    expect(text.match(/name: string/g)).toHaveLength(1)
    expect(text.match(/: Call<Success<FirstData>>/g)).toHaveLength(2)
  })

  test('reject two inputs of the same name', async () => {
    const ambiguous = one('/books/{id}', {
      operationId: 'twice',
      parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }],
      requestBody: json({ type: 'object', properties: { id: { type: 'string' } } }),
      responses: { 200: json({ type: 'object' }) },
    })
    await expect(clientTypes(ambiguous)).rejects.toThrow('twice has two inputs called id')
  })
})
