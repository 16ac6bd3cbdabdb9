/**
 * `npm run build`: builds the product into build/, removes what browsers do not need, compresses it, and
 * stores the compiled code of the server.
 */
import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const CLIENT = 'build/client'

const KEPT_MS = 86_400_000

/**
 * Keeps the files of the last build for browsers whose pages come from it, and deletes those that were
 * replaced more than a day ago. The server serves them too (app/middleware/static-files.server.ts).
 */
export function keepEarlierFiles(root = '.') {
  const current = join(root, CLIENT, 'assets')
  // The router empties the folder of the build.
  const earlier = join(root, 'generated/earlier-builds')
  for (const replacedAt of existsSync(earlier) ? readdirSync(earlier) : []) {
    if (Date.now() - Number(replacedAt) > KEPT_MS) {
      rmSync(join(earlier, replacedAt), { recursive: true })
    }
  }
  if (existsSync(current)) {
    cpSync(current, join(earlier, String(Date.now()), 'assets'), { recursive: true })
  }
}

/**
 * Pages that browsers always load as documents: nothing links to them with the router. The editor of a
 * book runs the router, and goes to the book's page.
 */
const DOCUMENTS = /^web\/(?:demo|admin)\/(?!(?:edit-)?book$)/

// The router's manifest in the browser needs only pages, no false values, no styles that the root has
// already, and no imports, which only links with `prefetch` use. Ids repeat the keys: a line adds them.
const ADD_IDS =
  ";for(const[i,r]of Object.entries(__reactRouterManifest.routes))r.id=i,i!='root'&&(r.parentId='root')"

function trimManifest(path) {
  const [, before, json, after] = /^([^{]*)(.*\})(;?\s*)$/s.exec(readFileSync(path, 'utf8'))
  const manifest = JSON.parse(json)
  for (const [id, route] of Object.entries(manifest.routes)) {
    if (!route.hasDefaultExport || DOCUMENTS.test(id)) delete manifest.routes[id]
    delete route.imports
    delete route.id
    delete route.hasDefaultExport
    if (id !== 'root') {
      if (route.parentId !== 'root') throw new Error(`${id} has another parent than the root.`)
      delete route.parentId
      route.css = route.css?.filter((file) => !manifest.routes.root.css.includes(file))
      if (!route.css?.length) delete route.css
    }
    for (const [name, value] of Object.entries(route)) if (value === false) delete route[name]
  }
  writeFileSync(path, before + JSON.stringify(manifest) + ADD_IDS + after)
}

function compress(path) {
  const source = readFileSync(path)
  if (source.length < 100) return
  writeFileSync(`${path}.gz`, gzipSync(source, { level: 9 }))
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
    [constants.BROTLI_PARAM_LGBLOCK]: 20,
  }
  writeFileSync(`${path}.br`, brotliCompressSync(source, { params }))
}

const START_TIMEOUT_MS = 30_000
/** Pages that use most of what the server loads at its start. */
const FIRST_PATHS = ['/', '/browse/books', '/books', '/login']

/**
 * Starts the built server once, with an empty database, so that Node stores its compiled code: the first
 * start of an installation is then as quick as later ones. Without it, it takes a third longer.
 */
async function fillCompileCache() {
  const folder = mkdtempSync(join(tmpdir(), 'readr-'))
  const port = await new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
  const child = spawn(process.execPath, ['build/server/serve.js'], {
    // Not the caller's variables, which may name a real database.
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: folder,
      NODE_ENV: 'production',
      DEMO: '1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    const deadline = Date.now() + START_TIMEOUT_MS
    for (const path of FIRST_PATHS) {
      for (;;) {
        if (child.exitCode !== null) throw new Error(`The server exited with ${child.exitCode}.`)
        if (Date.now() > deadline) throw new Error('The server did not answer.')
        try {
          await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer()
          break
        } catch {
          await sleep(20)
        }
      }
    }
  } catch (error) {
    // The server also starts without.
    console.error(`The compiled code of the server was not stored. ${error.message}`)
  } finally {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  keepEarlierFiles()
  const { status } = spawnSync(process.execPath, ['node_modules/.bin/react-router', 'build'], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) process.exit(status ?? 1)
  for (const entry of readdirSync(CLIENT, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (/^manifest-.*\.js$/.test(entry.name)) trimManifest(path)
    if (entry.isFile() && /\.(js|css|svg|txt|json|webmanifest)$/.test(entry.name)) compress(path)
  }
  await fillCompileCache()
}
