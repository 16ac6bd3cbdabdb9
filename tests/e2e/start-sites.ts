import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeManyBooks } from '../catalogues/many-books.ts'
import { MANY_BOOKS, SITES_VARIABLE, type SiteName, type Sites } from './steps/sites.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const START_PATIENCE_MS = 20_000

/** The part of bin/setup.mjs that is used here. */
interface Setup {
  ensureBuilt(): Promise<void>
  node(): string
}

/** Builds the product and starts it once for each catalogue; stops all of them in the end. */
export default async function startSites(): Promise<() => Promise<void>> {
  const { ensureBuilt, node } = (await import(join(ROOT, 'bin/setup.mjs'))) as Setup
  await ensureBuilt()
  const folder = mkdtempSync(join(tmpdir(), 'readr-e2e-'))
  const manyBooks = join(folder, 'many-books')
  writeManyBooks(manyBooks, MANY_BOOKS)
  const preparations: Record<SiteName, string[]> = {
    content: ['migrate', '--fill', 'content'],
    many: ['import', manyBooks],
    empty: ['migrate'],
    awkward: ['import', join(ROOT, 'tests/catalogues/awkward')],
  }
  const running: ChildProcess[] = []
  const stop = async () => {
    await Promise.all(running.map(ended))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const started = Object.entries(preparations).map(async ([name, command]) => {
      const site = await startSite(node(), join(folder, name), command)
      running.push(site.process)
      return [name, site.address] as const
    })
    const sites = Object.fromEntries(await Promise.all(started)) as unknown as Sites
    process.env[SITES_VARIABLE] = JSON.stringify(sites)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

async function startSite(
  node: string,
  dataDir: string,
  preparation: string[],
): Promise<{ address: string; process: ChildProcess }> {
  mkdirSync(dataDir, { recursive: true })
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: '1000',
    HOST: '127.0.0.1',
    PORT: String(port),
    APP_URL: address,
    DATA_DIR: dataDir,
  }
  const prepared = spawnSync(node, ['build/server/readr.js', ...preparation], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  })
  if (prepared.status !== 0) {
    throw new Error(`readr ${preparation.join(' ')} failed:\n${prepared.stdout}${prepared.stderr}`)
  }
  const server = spawn(node, ['build/server/index.js'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await answers(address, server)
  return { address, process: server }
}

/** Waits for the first answer. */
async function answers(address: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_PATIENCE_MS
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`)
    const ok = await fetch(address).then(
      (response) => response.ok,
      () => false,
    )
    if (ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  server.kill()
  throw new Error(`The server at ${address} did not answer.`)
}

function ended(process: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (process.exitCode !== null) return resolve()
    process.once('exit', () => resolve())
    process.kill('SIGTERM')
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
