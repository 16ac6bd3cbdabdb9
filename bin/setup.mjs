/** What the project's commands need before they can run: packages, generated code, the build. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

process.chdir(join(import.meta.dirname, '..'))

/** Prints a line about what is going on. */
export function say(message) {
  console.log(`readr: ${message}`)
}

/** Ends with a message on standard error. */
export function giveUp(message) {
  console.error(`readr: ${message}`)
  process.exit(1)
}

/** The Node that comes with the packages, else the one that runs this, if it is new enough. */
export function node() {
  const own = 'node_modules/.bin/node'
  if (existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return giveUp(
    `Node ${process.versions.node} is too old and the packages hold no Node for ${process.platform} ${process.arch}. Install Node 24 and try again.`,
  )
}

/** The environment for programs of the project: its own Node and tools come first. */
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

/** Runs a program to its end; ends this process when it fails. */
export function run(command, args, { quiet = false, env = {} } = {}) {
  const result = spawnSync(command, args, {
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: environment(env),
    encoding: 'utf8',
  })
  if (result.error) giveUp(`${command} could not be run: ${result.error.message}`)
  if (result.status === 0) return
  if (quiet) process.stderr.write(`${result.stdout}${result.stderr}`)
  giveUp(`"${command} ${args.join(' ')}" failed.`)
}

/** Runs a program beside others, shows what it said when it fails, and then ends this process. */
export async function runBeside(command, args) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment() })
  let said = ''
  for (const output of [child.stdout, child.stderr]) output.on('data', (text) => (said += text))
  const status = await new Promise((ended) => {
    child.on('close', ended)
    child.on('error', (error) => giveUp(`${command} could not be run: ${error.message}`))
  })
  if (status === 0) return
  process.stderr.write(said)
  giveUp(`"${command} ${args.join(' ')}" failed.`)
}

/** Hands over to a program: signals go to it, its status becomes ours. */
export function exec(command, args, env = {}) {
  const child = spawn(command, args, { stdio: 'inherit', env: environment(env) })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}

/** A hash of files and folders by name, size and content. */
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

/** Runs a step unless its inputs are what they were when it last succeeded. */
export function unlessDone(stamp, inputs, output, step) {
  const now = fingerprint(inputs)
  const done = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (now === done && existsSync(output)) return
  step()
  mkdirSync(join(stamp, '..'), { recursive: true })
  writeFileSync(stamp, now)
}

/** Installs the packages of the lockfile, where that has not been done. */
export function ensureInstalled() {
  unlessDone('node_modules/.readr-installed', ['package-lock.json'], 'node_modules/react', () => {
    say('installing packages (about a minute, once) …')
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { quiet: true })
  })
}

/** Generates the database clients for both engines. */
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
  'bin/inline-bytes.ts',
  'bin/memory-settings.ts',
  'bin/serve.ts',
  'bin/inline-script.ts',
  'bin/chunks.ts',
  'bin/typefaces.ts',
  'bin/app-pictures.ts',
  'bin/service-worker.ts',
  'bin/compress.mjs',
  'prisma/models',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]

/** Builds the product, where its sources have changed. */
export async function ensureBuilt() {
  ensureGenerated()
  unlessDone('build/.done', BUILD_INPUTS, 'build/server/index.js', () => {
    say('building …')
    run(node(), ['node_modules/.bin/react-router', 'build'], {
      quiet: true,
      env: { NODE_ENV: 'production' },
    })
    run(node(), ['bin/compress.mjs'])
  })
}

/** Runs one of the operator's commands from the build. */
export function readrCommand(args) {
  const { status } = spawnSync(node(), ['build/server/readr.js', ...args], {
    stdio: 'inherit',
    env: environment(),
  })
  // The command has said what is wrong.
  if (status !== 0) process.exit(status ?? 1)
}
