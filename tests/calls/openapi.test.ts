import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { callPaths, get, json, send } from './client.ts'

interface Operation {
  operationId: string
  summary: string
  parameters?: {
    name: string
    in: string
    required?: boolean
    schema: object
    description?: string
  }[]
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}
interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

const { response, body } = await json('/api/openapi.json')
const document = body as OpenApiDocument
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    operation,
  })),
)

/** A zod schema for a schema of the document. */
function zodOf(schema: object): z.ZodType {
  const inlined = JSON.stringify({ ...schema, $defs: document.components.schemas }).replaceAll(
    '#/components/schemas/',
    '#/$defs/',
  )
  return z.fromJSONSchema(JSON.parse(inlined))
}

describe('the OpenAPI document', () => {
  test('has version 3.1', () => {
    expect(response.status).toBe(200)
    expect(document.openapi).toMatch(/^3\.1\.\d$/)
    expect(document.info).toMatchObject({
      title: expect.any(String),
      version: expect.any(String),
    })
    expect(new URL(document.servers[0]!.url).origin).toBe(document.servers[0]!.url)
  })

  test('has exactly the calls of the route table', () => {
    // Only browsers call these.
    const undescribed = [
      '/api/auth/:provider/callback',
      '/api/auth/apple/callback',
      '/api/reports/csp',
    ]
    const described = callPaths.filter((path) => !undescribed.includes(path))
    const inRoutes = described.map((path) => path.replace(/:(\w+)\??/g, '{$1}'))
    expect(inRoutes.length).toBeGreaterThan(3)
    expect(Object.keys(document.paths).toSorted()).toEqual(inRoutes.toSorted())
  })

  test('follows the rules that Redocly recommends', async () => {
    // Its rule about examples rejects the address of a test.
    const published = { ...document, servers: [{ url: 'https://readr.invalid' }] }
    const problems = await lintFromString({
      source: JSON.stringify(published),
      config: await createConfig({
        extends: ['recommended'],
        // The id of a book has 24 digits, so `my-list` is none.
        rules: { 'no-ambiguous-paths': 'off' },
      }),
    })
    expect(
      problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
    ).toEqual([])
  })

  test('is shown as a page', async () => {
    const page = await (await get('/api/docs')).text()
    expect(page).toContain('<code>payment_successful</code>: whether something was paid')
    expect(/<main.*<\/main>/s.exec(page)![0]).not.toContain('`')
    expect(page).toMatch(/curl -X DELETE &#x27;[^ ]+\/auth\/delete-account&#x27;/)
  })

  test('has no dangling references', () => {
    const names = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      (match) => match[1]!,
    )
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) {
      expect(name).toMatch(/^#\/components\/schemas\//)
      expect(document.components.schemas).toHaveProperty(name.replace('#/components/schemas/', ''))
    }
  })

  test.each(operations)('describes $method $path completely', ({ path, operation }) => {
    expect(
      operations.filter((other) => other.operation.operationId === operation.operationId),
    ).toHaveLength(1)
    expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/)
    expect(operation.summary).not.toBe('')
    const parameters = operation.parameters ?? []
    for (const parameter of parameters) {
      expect(['query', 'path', 'header', 'cookie']).toContain(parameter.in)
      expect(parameter.description).toBeTruthy()
      expect(() => zodOf(parameter.schema)).not.toThrow()
    }
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    expect(parameters.filter((p) => p.in === 'path').map((p) => p.name)).toEqual(inPath)
    expect(Object.keys(operation.responses).some((status) => /^[23]/.test(status))).toBe(true)
    for (const [status, { description: text, content }] of Object.entries(operation.responses)) {
      expect(status).toMatch(/^(?:[2-5]\d\d|default)$/)
      expect(text).not.toBe('')
      for (const { schema } of Object.values(content ?? {}))
        expect(() => zodOf(schema)).not.toThrow()
    }
  })

  test('has the parameters of /books', () => {
    const { operation } = operations.find(({ path }) => path === '/books')!
    expect(operation.parameters!.map((p) => p.name).toSorted()).toEqual([
      'page',
      'search',
      'sort',
      'subgenre',
    ])
    expect(operation.parameters!.some((p) => p.required)).toBe(false)
  })

  test.each(operations.filter(({ method, path }) => method === 'GET' && !path.includes('{')))(
    'matches what GET $path answers',
    async ({ path, operation }) => {
      const answer = await json(path)
      const { content } = operation.responses[String(answer.response.status)]!
      expect(
        zodOf(content!['application/json']!.schema).safeParse(answer.body).error,
      ).toBeUndefined()
    },
  )

  test('matches what an error answers', async () => {
    const { operation } = operations.find(({ path }) => path === '/books')!
    const answer = await json('/books?page=0')
    const check = zodOf(operation.responses['400']!.content!['application/json']!.schema)
    expect(check.safeParse(answer.body).error).toBeUndefined()
    expect(check.safeParse({ success: true }).success).toBe(false)
  })
})

describe('the methods of calls', () => {
  const answered = [
    ...operations.map(({ path, method }) => ({ path, method })),
    { path: '/api/openapi.json', method: 'GET' },
  ]
  const paths = [...new Set(answered.map(({ path }) => path))].filter((path) => !path.includes('{'))
  const others = paths.flatMap((path) => {
    const allowed = answered.filter((one) => one.path === path).map((one) => one.method)
    return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
      .filter((method) => !allowed.includes(method))
      .map((method) => ({
        path,
        method,
        allow: allowed.flatMap((m) => (m === 'GET' ? ['GET', 'HEAD'] : [m])),
      }))
  })

  test.each(others)('$method $path is not allowed', async ({ path, method, allow }) => {
    const answer = await send(method, path)
    expect(answer.status).toBe(405)
    expect(answer.headers['allow']?.toString().split(', ')).toEqual(allow)
    expect(JSON.parse(answer.body)).toEqual({ success: false, message: expect.any(String) })
  })

  test.each(paths)('HEAD %s answers as GET does, without the body', async (path) => {
    const [head, full] = [await send('HEAD', path), await send('GET', path)]
    expect(head.status).toBe(full.status)
    expect(head.body).toBe('')
    for (const name of [
      'content-type',
      'cache-control',
      'etag',
      'vary',
      'x-content-type-options',
    ]) {
      expect(head.headers[name], name).toEqual(full.headers[name])
    }
  })
})
