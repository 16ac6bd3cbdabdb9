import { expect, test } from 'vitest'
import { loadMatching, onlyExports } from '../../bin/dev-plugins.ts'

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

test('in development, the router sees what a route exports without compiling it', () => {
  const route = `import type { Route } from './+types/route'
    export type Shown = string
    export { type Hidden, visible as action } from './action.ts'
    export const handle = {}, links = () => []
    export async function loader({ params }: Route.LoaderArgs) {}
    export default function Page() { return <p /> }`
  expect(onlyExports('route.tsx', route)).toBe(
    'const none = null; export { none as action, none as handle, none as links, none as loader, none as default }',
  )
  expect(onlyExports('route.tsx', 'export const = 1')).toBeNull()
})
