import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, isRunnableDevEnvironment } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { keep } from '../../bin/keep-transforms.ts'

/** Starts a server of this folder; `transformed` are the modules that Vite has transformed. */
async function start(root: string, version = '1') {
  const transformed: string[] = []
  const server = await createServer({
    configFile: false,
    logLevel: 'silent',
    root,
    server: { middlewareMode: true, watch: null, ws: false },
    plugins: [
      { name: 'record', transform: (_, id) => void transformed.push(id.slice(root.length)) },
    ],
  })
  onTestFinished(() => server.close())
  const { ssr } = server.environments
  if (!isRunnableDevEnvironment(ssr)) throw new Error('the environment cannot run modules')
  keep(ssr, root, join(root, 'kept'), version)
  const total = async () => (await ssr.runner.import<{ total: number }>('/sum.ts')).total
  return { ssr, transformed, total }
}

test('the development server transforms again only the modules that have changed since its last start', async () => {
  const root = mkdtempSync(join(tmpdir(), 'readr-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  writeFileSync(join(root, 'part.ts'), 'export const part: number = 1')
  writeFileSync(
    join(root, 'sum.ts'),
    "import { part } from './part.ts'\nexport const total = part + 1",
  )

  const first = await start(root)
  expect(await first.total()).toBe(2)
  expect(first.transformed).toEqual(['/sum.ts', '/part.ts'])

  const second = await start(root)
  expect(await second.total()).toBe(2)
  expect(second.transformed).toEqual([])
  // An edit while the server runs reaches the modules that import the edited one.
  const [part] = second.ssr.moduleGraph.getModulesByFile(join(root, 'part.ts'))!
  expect(Array.from(part!.importers, ({ url }) => url)).toEqual(['/sum.ts'])
  writeFileSync(join(root, 'part.ts'), 'export const part: number = 2')
  second.ssr.moduleGraph.invalidateModule(part!)
  second.ssr.runner.clearCache()
  expect(await second.total()).toBe(3)
  expect(second.transformed).toEqual(['/part.ts'])

  const third = await start(root)
  expect(await third.total()).toBe(3)
  expect(third.transformed).toEqual(['/part.ts'])

  const other = await start(root, '2')
  expect(await other.total()).toBe(3)
  expect(other.transformed).toEqual(['/sum.ts', '/part.ts'])
})
