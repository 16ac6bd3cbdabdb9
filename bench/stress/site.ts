/**
 * A site as in production: processes of the product on one database, with a mail server and an emulator
 * of Stripe that outlive them. Everything listens on 127.0.0.1.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Stripe } from 'stripe'
import { SERVER_FLAGS, SERVER_MEMORY } from '../../bin/server-settings.ts'
import { startStripeEmulator } from '../../packages/stripe-emulator/src/emulator.ts'
import { addEndpoint } from '../../packages/stripe-emulator/src/resources/events.ts'
import { freePort } from '../../tests/setup/free-port.ts'
import { newDatabase, onPostgres, startPostgres } from '../../tests/setup/postgres.ts'
import {
  changeRows,
  PRODUCTION,
  type Running,
  runProduct,
  startProcess,
} from '../../tests/setup/product.ts'
import { TestSmtpServer } from '../../tests/store/smtp-server.ts'
import type { AcceptedEmail } from './ledger.ts'

export const ENGINES = ['sqlite', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

export interface SiteOptions {
  engine: Engine
  processes: number
  /** The folder with the books. */
  content: string
}

interface SiteProcess {
  port: number
  metricsPort: number
  variables: Record<string, string>
  /** Undefined while it is dead. */
  running: Running | undefined
}

export type Site = Awaited<ReturnType<typeof startSite>>

/** Starts the site on an empty database. */
export async function startSite(options: SiteOptions) {
  const { engine, processes: count, content } = options
  const folder = mkdtempSync(join(tmpdir(), 'readr-stress-'))
  const smtp = new TestSmtpServer(await freePort())
  smtp.keeps = 'headers'
  await smtp.open()
  const emulator = await startStripeEmulator()
  const { secretKey, publishableKey, webhookSecret, apiUrl, port: stripePort } = emulator
  // Kills must not lose what PostgreSQL has committed, so it syncs as in production.
  const server = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined
  const database = server && (await newDatabase(server.url)).url
  const shared: Record<string, string> = {
    ...PRODUCTION,
    ...SERVER_MEMORY,
    // Node takes the sizes of its heap from here, but no flags of WebAssembly.
    NODE_OPTIONS: SERVER_FLAGS.filter((flag) =>
      process.allowedNodeEnvironmentFlags.has(flag.split('=')[0]!),
    ).join(' '),
    DATA_DIR: join(folder, 'data'),
    // All clients have one network address.
    RATE_LIMIT_FACTOR: '100000',
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: apiUrl,
    ...(database ? { DATABASE_URL: database } : {}),
  }
  const filled = await runProduct('readr', ['migrate', '--fill', content], shared)
  if (filled.status !== 0) throw new Error(`The catalogue could not be filled:\n${filled.stderr}`)

  const processes: SiteProcess[] = []
  while (processes.length < count) {
    const [port, metricsPort] = [await freePort(), await freePort()]
    const ports = { PORT: String(port), METRICS_PORT: String(metricsPort) }
    processes.push({ port, metricsPort, variables: { ...shared, ...ports }, running: undefined })
    addEndpoint(emulator.account, {
      url: `http://127.0.0.1:${port}/api/webhooks/stripe`,
      enabled_events: ['*'],
      secret: webhookSecret,
    })
  }
  const start = async (one: SiteProcess) => {
    one.running = await startProcess(one.variables)
  }
  const end = async (one: SiteProcess, signal: 'SIGKILL' | 'SIGTERM') => {
    const { running } = one
    one.running = undefined
    running?.child.kill(signal)
    await running?.ended
  }
  const endAtExit = () => {
    for (const { running } of processes) running?.child.kill('SIGKILL')
  }
  process.on('exit', endAtExit)

  const file = join(folder, 'data', 'readr.db')
  const query = async (statement: string): Promise<Record<string, unknown>[]> => {
    if (database) return (await onPostgres(database, statement)) as Record<string, unknown>[]
    const db = new Sqlite(file, { readonly: true })
    try {
      return db.prepare(statement).all() as Record<string, unknown>[]
    } finally {
      db.close()
    }
  }

  for (const one of processes) await start(one)
  return {
    engine,
    processes,
    stripe: new Stripe(secretKey, {
      host: '127.0.0.1',
      port: stripePort,
      protocol: 'http',
      telemetry: false,
    }),
    query,
    change: (statement: string) => changeRows(shared, statement),
    /** Kills a process without a warning. */
    kill: (one: SiteProcess) => end(one, 'SIGKILL'),
    start,
    /** The emails that the mail server has accepted, in order. */
    emails: (): AcceptedEmail[] =>
      smtp.received.map(({ to, message }) => ({
        to: to[0]!,
        subject: header(message, 'Subject'),
        id: header(message, 'Message-ID'),
      })),
    /** Problems of the database file that SQLite finds. */
    async fileProblems(): Promise<string[]> {
      if (engine !== 'sqlite') return []
      const found = await query('PRAGMA integrity_check')
      const broken = await query('PRAGMA foreign_key_check')
      return [
        ...found.flatMap((one) => Object.values(one)).filter((text) => text !== 'ok'),
        ...broken,
      ].map((one) => `SQLite: ${JSON.stringify(one)}`)
    },
    async stop(): Promise<void> {
      for (const one of processes) await end(one, 'SIGTERM')
      process.off('exit', endAtExit)
      await emulator.close()
      await smtp.reset()
      await server?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A header of a message, which may continue on the next lines. */
function header(message: string, name: string): string {
  const found = new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(message)?.[1] ?? ''
  return found.replaceAll(/\r\n[ \t]+/g, ' ')
}
