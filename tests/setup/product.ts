import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'

const NODE = 'node_modules/.bin/node'

export interface Ended {
  /** The process's status, or the signal that ended it. */
  status: number | string | null
  stdout: string
  stderr: string
}

/** What the product's programs see of the environment: nothing of the one around the tests. */
function environment(variables: Record<string, string>): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
    ...variables,
  }
}

function collect(child: ChildProcess): Promise<Ended> {
  let stdout = ''
  let stderr = ''
  child.stdout!.on('data', (chunk: Buffer) => (stdout += chunk))
  child.stderr!.on('data', (chunk: Buffer) => (stderr += chunk))
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ status: code ?? signal, stdout, stderr }))
  })
}

/** Runs one of the product's programs to its end. */
export function runProduct(
  program: 'index' | 'readr',
  args: string[],
  variables: Record<string, string>,
): Promise<Ended> {
  return collect(
    spawn(NODE, [`build/server/${program}.js`, ...args], {
      env: environment(variables),
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
}

export interface Product {
  origin: string
  port: number
  /** Its environment, for a second process on the same data. */
  variables: Record<string, string>
  child: ChildProcess
  ended: Promise<Ended>
  /** Waits for a line of its log that holds this. */
  said(text: string): Promise<void>
  /** Asks it to stop and clears its data away. */
  stop(): Promise<Ended>
}

/** A running product with data of its own, filled from a folder of books. */
export async function startProduct(
  content: string,
  changes: Record<string, string> = {},
): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'readr-calls-'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const variables = {
    PORT: String(port),
    APP_URL: origin,
    DATA_DIR: join(folder, 'data'),
    ...changes,
  }
  const filled = await runProduct('readr', ['migrate', '--fill', content], variables)
  if (filled.status !== 0) throw new Error(`The catalogue could not be filled:\n${filled.stderr}`)
  // Only the log says when it listens.
  const child = spawn(NODE, ['build/server/index.js'], {
    env: environment({ ...variables, LOG_LEVEL: 'info' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = collect(child)
  const log = createInterface({ input: child.stdout! })
  const said = (text: string) =>
    new Promise<void>((resolve, reject) => {
      log.on('line', (line) => {
        if (line.includes(text)) resolve()
      })
      void ended.then(({ stderr }) =>
        reject(new Error(`The product ended without ${text}:\n${stderr}`)),
      )
    })
  await said('"listening"')
  return {
    origin,
    port,
    variables,
    child,
    ended,
    said,
    async stop() {
      child.kill('SIGTERM')
      const end = await ended
      rmSync(folder, { recursive: true, force: true })
      return end
    },
  }
}
