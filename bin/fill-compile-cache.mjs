/**
 * Starts the built server once, with an empty database, so that Node stores its compiled code: the first
 * start of an installation is then as quick as later ones. Without it, it takes a third longer.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const TIMEOUT_MS = 30_000
/** Pages that use most of what the server loads at its start. */
const PATHS = ['/', '/browse/books', '/books', '/login']

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
  const deadline = Date.now() + TIMEOUT_MS
  for (const path of PATHS) {
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
