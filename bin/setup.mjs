/** Prepares the project's commands: packages, generated code, the build. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

process.chdir(join(import.meta.dirname, '..'))

export function say(message) {
  console.log(`readr: ${message}`)
}

export function giveUp(message) {
  console.error(`readr: ${message}`)
  process.exit(1)
}

/** The path of the packaged Node, or of the running one if it is new enough. */
export function node() {
  const own = 'node_modules/.bin/node'
  if (existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath
  return giveUp(
    `Node ${process.versions.node} is too old, and there is no packaged Node for ${process.platform} ${process.arch}. Install Node 26 and try again.`,
  )
}

/** The environment of child processes: the project's own tools come first in PATH. */
export function environment(extra = {}) {
  return {
    ...process.env,
    PATH: `${join(process.cwd(), 'node_modules/.bin')}:${process.env.PATH}`,
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    PRISMA_SCHEMA_ENGINE_BINARY: join(process.cwd(), 'bin/schema-engine.mjs'),
    ...extra,
  }
}

/** Runs a program and waits; exits if it fails. */
export function run(command, args, { quiet = false, env = {} } = {}) {
  const result = spawnSync(command, args, {
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: environment(env),
    encoding: 'utf8',
  })
  if (result.error) giveUp(`Could not run ${command}: ${result.error.message}`)
  if (result.status === 0) return
  if (quiet) process.stderr.write(`${result.stdout}${result.stderr}`)
  giveUp(`“${command} ${args.join(' ')}” failed.`)
}

/** Runs a program concurrently. If it fails, prints its output and exits. */
export async function runConcurrently(command, args) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment() })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const status = await new Promise((ended) => {
    child.on('close', ended)
    child.on('error', (error) => giveUp(`Could not run ${command}: ${error.message}`))
  })
  if (status === 0) return
  process.stderr.write(output)
  giveUp(`“${command} ${args.join(' ')}” failed.`)
}

/** Runs a program in place of this one: forwards signals and exits with its status. */
export function exec(command, args, env = {}) {
  const child = spawn(command, args, { stdio: 'inherit', env: environment(env) })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}

function fingerprint(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).toSorted()) add(join(path, name))
    } else hash.update(path).update('\0').update(readFileSync(path)).update('\0')
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}

/** Runs a step unless its inputs are unchanged since it last succeeded. */
export function unlessDone(stamp, inputs, output, step) {
  const now = fingerprint(inputs)
  const done = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (now === done && existsSync(output)) return
  step()
  mkdirSync(join(stamp, '..'), { recursive: true })
  writeFileSync(stamp, now)
}

/** Installs the packages if the lockfile has changed. */
export function ensureInstalled() {
  unlessDone('node_modules/.readr-installed', ['package-lock.json'], 'node_modules/react', () => {
    say('installing packages (about a minute, once) …')
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { quiet: true })
  })
}

export function ensureGenerated() {
  const inputs = ['prisma/models', 'prisma/sqlite/schema.prisma', 'prisma/postgres/schema.prisma']
  unlessDone('generated/.done', [...inputs, 'package-lock.json'], 'generated/sqlite', () => {
    say('generating the database clients …')
    const prisma = ['node_modules/.bin/prisma', 'generate']
    run(node(), prisma, { quiet: true, env: { DATABASE_URL: 'file:./unused.db' } })
    run(node(), prisma, { quiet: true, env: { DATABASE_URL: 'postgresql://unused' } })
  })
}

const BUILD_INPUTS = [
  'app',
  'packages',
  'public',
  'server.ts',
  'bin/readr.ts',
  'bin/commands',
  'bin/server-settings.ts',
  'bin/serve.ts',
  'bin/inline-script.ts',
  'bin/chunks.ts',
  'bin/typefaces.ts',
  'bin/app-pictures.ts',
  'bin/service-worker.ts',
  'bin/build.mjs',
  'prisma/models',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]

/** Builds the product if its sources have changed. */
export async function ensureBuilt() {
  ensureGenerated()
  unlessDone('build/.done', BUILD_INPUTS, 'build/server/index.js', () => {
    say('building …')
    run(node(), ['bin/build.mjs'], { quiet: true })
  })
}

/** Runs an operator's command from the build. */
export function readrCommand(args) {
  const { status } = spawnSync(node(), ['build/server/readr.js', ...args], {
    stdio: 'inherit',
    env: environment(),
  })
  // The command has printed the error.
  if (status !== 0) process.exit(status ?? 1)
}
