import { expect, test } from 'vitest'
import { loadMatching } from '../../bin/lazy-routes.ts'

function buildOf(...routes: { id: string; parentId?: string; path?: string; index?: boolean }[]) {
  const loaded: string[] = []
  const lazy = routes.map((route) => ({
    ...route,
    module: {},
    load: () => Promise.resolve({ name: loaded.push(route.id) }),
  }))
  return { lazy, loaded }
}

const ROUTES = [
  { id: 'root', path: '' },
  { id: 'landing', parentId: 'root', index: true },
  { id: 'browse', parentId: 'root', path: 'browse' },
  { id: 'summary', parentId: 'root', path: 'summaries/:slug' },
  { id: 'api/openapi', parentId: 'root', path: 'api/openapi.json' },
]

test.each([
  ['/', ['root', 'landing']],
  ['/browse?genre=history', ['root', 'browse']],
  ['/browse.data?_routes=browse', ['root', 'browse']],
  ['/_.data', ['root', 'landing']],
  ['/summaries/walden', ['root', 'summary']],
  ['/unknown', ['root']],
  // The description is made from the modules of all calls.
  ['/api/openapi.json', ROUTES.map(({ id }) => id)],
])('in development, %s loads only the routes that answer it', async (url, expected) => {
  const { lazy, loaded } = buildOf(...ROUTES)
  await loadMatching(lazy, url)
  expect(loaded).toEqual(expected)
  expect(lazy.find(({ id }) => id === 'root')!.module).not.toEqual({})
})
