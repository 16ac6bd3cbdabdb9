import fc from 'fast-check'
import { matchRoutes } from 'react-router'
import { describe, expect, test } from 'vitest'
import { directCalls } from '#app/api/direct-calls.server.ts'
import { PlainResponse } from '#app/middleware/plain-fetch-classes.ts'
import routes from '#app/routes.ts'

const entries = (routes as { path?: string; file: string }[]).flatMap(({ path, file }) =>
  path === undefined ? [] : [{ path, file }],
)
const isCall = (file: string) => file.startsWith('api/') && !file.endsWith('not-found.ts')
const find = directCalls(
  Object.fromEntries(
    entries.map(({ path, file }) => {
      const loader = Object.assign(async () => new Response(), { callsAt: () => [] })
      return [path, { path, module: isCall(file) ? { loader } : {} }]
    }),
  ),
)
const framework = (path: string) => {
  const match = matchRoutes(entries, path)?.at(-1)
  return match && { pattern: match.route.path, params: match.params, file: match.route.file }
}
const direct = (url: string, method = 'GET') => find({ method, url })

describe('the call of a GET request', () => {
  const segments = [...new Set(entries.flatMap(({ path }) => path.split('/')))]
  const segment = fc.oneof(
    fc.constantFrom(...segments, ':bookId', '*', '', '.', '..'),
    fc.stringMatching(/^[\w%~.:+-]{0,12}$/),
  )

  test('is the one that the framework finds', () => {
    for (const { path, file } of entries) {
      const url = `/${path.replaceAll(/:\w+/g, 'a-1')}`
      expect(direct(url) !== null, url).toBe(isCall(file))
      if (isCall(file)) expect(direct(url)).toMatchObject({ pattern: path })
    }
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 6 }), (parts) => {
        const url = `/${parts.join('/')}`
        const found = direct(url)
        if (!found) return
        const { pattern, params } = found
        expect({ pattern, params, file: expect.any(String) }).toEqual(framework(url))
      }),
      { numRuns: 3000 },
    )
  })

  test.each([
    '/api/auth/me/',
    '/API/auth/me',
    '//api/auth/me',
    '/api/auth/me.data',
    '/api/auth/%6de',
    '/api/books/my-list/..',
    '/books?index',
    '/books?page=1&_routes=root',
    '/books?%69ndex=1',
    '/browse',
    '*',
    '',
  ])('%s is left to the framework', (url) => expect(direct(url)).toBeNull())

  test('is not that of a request with a body', () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']) {
      expect(direct('/api/auth/me', method)).toBeNull()
    }
  })
})

test('plain headers are like those of fetch', () => {
  const name = fc.constantFrom('A', 'a', 'Vary', 'vary', 'ETag', 'Set-Cookie', 'set-cookie')
  const value = fc.constantFrom('1', 'x=y; Path=/', 'Cookie, Authorization')
  const change = fc.record({ how: fc.constantFrom('set', 'append', 'delete'), name, value })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      const headers = new Headers()
      const plain = new PlainResponse(null, { status: 200 }).headers
      for (const { how, name, value } of changes) {
        for (const one of [headers, plain]) {
          if (how === 'delete') one.delete(name)
          else one[how as 'set' | 'append'](name, value)
        }
        expect([plain.get(name), plain.has(name)]).toEqual([headers.get(name), headers.has(name)])
      }
      const sorted = (entries: Iterable<[string, string]>) => [...entries].toSorted()
      expect(sorted(plain)).toEqual(sorted(headers))
      expect(new Response(null, { headers: [...plain] }).headers.getSetCookie()).toEqual(
        headers.getSetCookie(),
      )
    }),
  )
})
