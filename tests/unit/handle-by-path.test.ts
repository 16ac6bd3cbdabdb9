import type { ServerBuild } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { handleByPath } from '#app/middleware/handle-by-path.server.ts'

const asked = vi.hoisted(() => vi.fn<(ids: string[]) => Response>())
vi.mock('react-router', async (original) => ({
  ...(await original<typeof import('react-router')>()),
  createRequestHandler: (build: ServerBuild) => () => asked(Object.keys(build.routes)),
}))

const paths = {
  root: '',
  landing: undefined,
  books: 'books',
  mark: 'books/mark/:id',
  feed: 'feed.xml',
  review: 'review',
  other: '*',
}
const routes = Object.fromEntries(Object.entries(paths).map(([id, path]) => [id, { id, path }]))
const handle = handleByPath({ routes } as unknown as ServerBuild, 'production')

/** The routes among which one for this path is looked for. */
async function routesFor(path: string): Promise<string[]> {
  await handle(new Request(`http://localhost${path}`))
  return asked.mock.lastCall![0]
}

describe('the routes that begin like a path', () => {
  it.each(['/books', '/books/mark/1', '/books.data', '/books/mark/1.data?_routes=mark', '/books/'])(
    'of %s',
    async (path) => {
      expect(await routesFor(path)).toEqual(['root', 'landing', 'books', 'mark', 'feed', 'other'])
    },
  )

  it.each(['/', '/Books', '/b%6Foks', '//books', '/feed.xml', '/unknown', '/books.xml'])(
    'are all of them for %s',
    async (path) => {
      expect(await routesFor(path)).toEqual(Object.keys(paths))
    },
  )
})
