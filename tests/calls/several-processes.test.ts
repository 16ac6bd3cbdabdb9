import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startStripeEmulator, type StripeEmulator } from '#packages/stripe-emulator/src/emulator.ts'
import { addEndpoint } from '#packages/stripe-emulator/src/resources/events.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { onPostgres, type PostgresServer, startPostgres } from '#tests/setup/postgres.ts'
import { type Product, PRODUCTION, runProduct, startProduct } from '#tests/setup/product.ts'
import { bookFile } from '#tests/store/books.ts'
import { ask, newReader, type Reader } from './accounts-client.ts'
import { Stripe } from 'stripe'

/** Two processes on PostgreSQL as in production, with a mail server and an emulator of Stripe. */

const SOON = { interval: 20, timeout: 30_000 }

let server: PostgresServer
let emulator: StripeEmulator
let product: Product
let stripe: Stripe
/** The recipients of emails. */
const recipients: string[] = []

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onData(stream, session, done) {
    stream.resume()
    stream.on('end', () => {
      recipients.push(...session.envelope.rcptTo.map(({ address }) => address))
      done()
    })
  },
})

beforeAll(async () => {
  const smtpPort = await freePort()
  smtp.listen(smtpPort, '127.0.0.1')
  server = await startPostgres()
  emulator = await startStripeEmulator()
  const { secretKey, publishableKey, webhookSecret, apiUrl, port } = emulator
  stripe = new Stripe(secretKey, { host: '127.0.0.1', port, protocol: 'http' })
  product = await startProduct(
    'content',
    {
      RATE_LIMIT_FACTOR: '1000',
      AUTH_SECRETS: PRODUCTION.AUTH_SECRETS,
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      SUPPORT_EMAIL: 'help@readr.test',
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: publishableKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: apiUrl,
      MOBILE_WEBHOOK_SECRET: PRODUCTION.MOBILE_WEBHOOK_SECRET,
    },
    { postgres: server.url, processes: 2 },
  )
  for (const { origin } of product.processes) {
    addEndpoint(emulator.account, {
      url: `${origin}/api/webhooks/stripe`,
      enabled_events: ['*'],
      secret: webhookSecret,
    })
  }
})

afterAll(async () => {
  await product.stop()
  await emulator.close()
  await new Promise<void>((closed) => smtp.close(closed))
  await server.stop()
})

test('each email is sent once, whichever process put it into the outbox', async () => {
  const readers = await Promise.all(Array.from({ length: 24 }, () => newReader(product.origin)))
  const waiting = () =>
    onPostgres(
      product.variables['DATABASE_URL']!,
      `SELECT "recipient" FROM "OutboxMail" WHERE "sentAt" IS NULL`,
    )
  await expect.poll(waiting, SOON).toEqual([])
  expect(recipients.toSorted()).toEqual(readers.map(({ email }) => email).toSorted())
})

test('events that Stripe sends to all processes, twice, and in reverse order have the right result', async () => {
  emulator.webhooks.setFaults({ duplicate: true, reorder: true, beforeAnswer: true })
  const each = <T>(readers: Reader[], run: (reader: Reader, n: number) => Promise<T>) =>
    Promise.all(readers.map(run))
  const readers = await Promise.all(Array.from({ length: 4 }, () => newReader(product.origin)))
  const BILLING = '/api/v1/billing/subscription'
  const call = (reader: Reader, wanted: object, n = 0) =>
    ask(product.processes[n % 2]!.origin, BILLING, { token: reader.token, ...wanted })
  await each(readers, async (reader, n) => {
    const { json } = await call(reader, { json: { planId: 'price_readr_monthly' } }, n)
    const secret = (json.data as { clientSecret: string }).clientSecret
    await stripe.setupIntents.confirm(secret.split('_secret_')[0]!, {
      payment_method: 'pm_card_visa',
    })
  })
  await each(readers, (reader, n) =>
    call(
      reader,
      { method: 'DELETE', json: n % 2 ? { immediately: true } : { atPeriodEnd: true } },
      n,
    ),
  )
  await emulator.webhooks.settled()
  const seen = await each(readers, async (reader) =>
    Promise.all(
      product.processes.map(async ({ origin }) => {
        const { json } = await ask(origin, `${BILLING}/status`, { token: reader.token })
        return json.data as { isSubscribed: boolean; subscription: object | null }
      }),
    ),
  )
  for (const [n, [one, other]] of seen.entries()) {
    expect(one).toEqual(other)
    expect(one!.isSubscribed).toBe(n % 2 === 0)
    if (n % 2 === 0) expect(one!.subscription).toMatchObject({ cancelAtPeriodEnd: true })
  }
  // Two endpoints get each event twice; all are accepted, and each has its effect once.
  const events = await onPostgres(
    product.variables['DATABASE_URL']!,
    `SELECT count(*) FILTER (WHERE "processedAt" IS NULL)::int AS "open" FROM "StripeEvent"`,
  )
  expect(events).toEqual([{ open: 0 }])
  emulator.webhooks.setFaults({})
})

test('a change in one process is seen by the others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'readr-seen-'))
  writeFileSync(join(folder, 'seen.md'), bookFile({ title: 'Seen everywhere' }))
  for (const { origin } of product.processes) await ask(origin, '/books?search=seen+everywhere')
  await runProduct('readr', ['import', folder], product.variables)
  for (const { origin } of product.processes) {
    await expect
      .poll(async () => (await ask(origin, '/books?search=seen+everywhere')).text, SOON)
      .toContain('Seen everywhere')
  }
  rmSync(folder, { recursive: true })
})

test('when the process that runs the jobs is killed, another one runs them', async () => {
  const url = product.variables['DATABASE_URL']!
  /** The process ids of connections that hold an advisory lock. */
  const runner = async () => {
    const rows = (await onPostgres(
      url,
      `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE locktype = 'advisory' AND datname = current_database()`,
    )) as { name: string }[]
    return rows.map(({ name }) => Number(name.replace('readr ', '')))
  }
  const isUncounted = async () => (await onPostgres(url, `SELECT 1 FROM "MarkEvent"`)).length > 0
  const [first, ...others] = await runner()
  expect(others).toEqual([])
  const killed = product.processes.find(({ child }) => child.pid === first)!
  const left = product.processes.find(({ child }) => child.pid !== first)!
  killed.child.kill('SIGKILL')
  await killed.ended
  await expect.poll(runner, SOON).toEqual([left.child.pid])
  const reader = await newReader(left.origin)
  const { json } = await ask(left.origin, '/books')
  const [book] = (json.data as unknown as { books: { _id: string }[] }).books
  const marked = await ask(left.origin, `/books/read/mark-read/${book!._id}`, {
    method: 'POST',
    token: reader.token,
  })
  expect(marked.status).toBe(200)
  await expect.poll(isUncounted, SOON).toBe(false)
})

describe('readr doctor', () => {
  /** What it prints, by what it is about, and its status. */
  async function doctor(changes: Record<string, string> = {}) {
    const { status, stdout, stderr } = await runProduct('readr', ['doctor'], {
      ...product.variables,
      ...changes,
    })
    expect(stderr).toBe('')
    const lines = stdout.trimEnd().split('\n')
    const found = lines.map((line) => {
      const [level, about, message] = line.split('\t')
      return [about!, `${level}: ${message}`] as const
    })
    return { status, found: Object.fromEntries(found) }
  }

  test('finds that everything is right, with the clocks of all processes', async () => {
    const url = `${product.variables['APP_URL']}/api/webhooks/stripe`
    const missing = (await doctor()).found['Stripe webhook']
    expect(missing).toBe(`warning: there is no endpoint for ${url}`)
    const { webhookSecret: secret } = emulator
    addEndpoint(emulator.account, { url, enabled_events: ['*'], secret })
    const { status, found } = await doctor()
    expect(found).toMatchObject({
      configuration: expect.stringMatching(/^ok: Readr \S+, production$/),
      runtime: expect.stringContaining(
        `Node.js ${process.versions.node} has the security releases`,
      ),
      schema: expect.stringContaining('ok: up to date'),
      'clock of this machine': expect.stringMatching(/^ok: 0\.\d s/),
      email: 'ok: the mail server accepts the connection and the login',
      Stripe: 'ok: has the plans; test keys',
      'Stripe webhook': 'ok: Stripe sends all events that Readr needs',
    })
    const processes = Object.keys(found).filter((about) => about.startsWith('clock of process'))
    expect(processes).toHaveLength(2)
    expect(Object.keys(found).filter((about) => about.startsWith('secret '))).toHaveLength(1)
    expect(status).toBe(0)
  })

  test('names what is wrong, and fails', async () => {
    const closed = await freePort()
    const { status, found } = await doctor({
      SMTP_URL: `smtp://127.0.0.1:${closed}`,
      STRIPE_SECRET_KEY: 'sk_test_wrong',
      SMPT_URL: 'x',
    })
    expect(status).toBe(1)
    expect(found['configuration']).toContain('Did you mean SMTP_URL?')
    expect(found['email']).toMatch(/^error: .*ECONNREFUSED/)
    expect(found['Stripe']).toMatch(/^error: .*API Key/i)
    await onPostgres(
      product.variables['DATABASE_URL']!,
      `UPDATE _prisma_migrations SET migration_name = 'z-' || migration_name
       WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`,
    )
    expect((await doctor()).found['schema']).toMatch(/^error: 1 migrations are missing/)
    await onPostgres(
      product.variables['DATABASE_URL']!,
      `UPDATE _prisma_migrations SET migration_name = substr(migration_name, 3)
       WHERE migration_name LIKE 'z-%'`,
    )
  })
})
