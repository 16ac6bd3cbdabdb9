/**
 * Kills processes at random moments while clients write, and starts them again. At the end, everything
 * that was acknowledged must be there, each email sent once, and nobody subscribed twice.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { seeded } from '../../packages/covers/random.ts'
import { type BillingFound, billingProblems, mailProblems } from './ledger.ts'
import { Interrupted, StressReader, type WriteKind } from './reader.ts'
import { type Engine, type Site, startSite } from './site.ts'

export interface KillOptions {
  engine: Engine
  processes: number
  /** It ends after this many kills or this time, whichever comes first. */
  kills: number
  minutes: number
  seed: number
  content: string
}

export interface KillOutcome {
  problems: string[]
  kills: number
  writes: Partial<Record<WriteKind, number>>
  /** Writes without a response. */
  interrupted: number
  emails: number
  /** Emails handed over again because their process was killed before it could note it. */
  copies: number
  slowestStartMs: number
}

const CLIENTS = 6
/** Time that a process lives after the last kill. */
const LIFE_MS = [20, 4000] as const
const NEW_READER_SHARE = 0.04
const SUBSCRIBER_SHARE = 0.5
const CHECK_SHARE = 0.02
/** What the final checks can ask for in a reasonable time. */
const MAX_READERS = 400
/** A call to Stripe can be interrupted several times. */
const MAX_TRIES = 50
/** Longer than the jobs that send email and ask Stripe for missed events. */
const SETTLED_WITHIN_MS = 120_000
const POLL_MS = 250

/** Repeats what was interrupted. */
async function insist(run: () => Promise<void>, interrupted: () => void): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof Interrupted) || tries === MAX_TRIES) throw error
      interrupted()
    }
  }
}

export async function runKillTest(options: KillOptions): Promise<KillOutcome> {
  const site = await startSite(options)
  try {
    return await killAndCheck(site, options)
  } finally {
    await site.stop()
  }
}

async function killAndCheck(site: Site, options: KillOptions): Promise<KillOutcome> {
  const { kills: wanted, minutes, seed } = options
  const outcome: KillOutcome = {
    problems: [],
    kills: 0,
    writes: {},
    interrupted: 0,
    emails: 0,
    copies: 0,
    slowestStartMs: 0,
  }
  const { problems, writes } = outcome
  const interrupted = () => void outcome.interrupted++
  const count = (kind: WriteKind) => void (writes[kind] = (writes[kind] ?? 0) + 1)
  const books = await bookIds(site)
  const readers: StressReader[] = []
  const over = new AbortController()

  const newReader = (client: number, n: number) => {
    const name = `${seed}/${client}/${n}`
    const email = `reader-${name.replaceAll('/', '-')}@readr.test`
    return new StressReader(site, email, seeded(name), count)
  }
  const runClient = async (client: number) => {
    const random = seeded(`${seed}/client ${client}`)
    let n = 0
    let reader: StressReader | undefined
    while (!over.signal.aborted && problems.length === 0) {
      try {
        if (!reader || (random.random() < NEW_READER_SHARE && readers.length < MAX_READERS)) {
          const next = newReader(client, n++)
          await insist(() => next.register(), interrupted)
          if (random.random() < SUBSCRIBER_SHARE) await insist(() => next.subscribe(), interrupted)
          readers.push(next)
          reader = next
        } else if (random.random() < CHECK_SHARE) problems.push(...(await reader.check()))
        else await reader.write(books)
      } catch (error) {
        if (error instanceof Interrupted) interrupted()
        else problems.push(error instanceof Error ? error.message : String(error))
      }
    }
  }
  const runKiller = async () => {
    const random = seeded(`${seed}/kills`)
    const until = performance.now() + minutes * 60_000
    while (readers.length < CLIENTS && problems.length === 0) await sleep(POLL_MS)
    while (outcome.kills < wanted && performance.now() < until && problems.length === 0) {
      await sleep(random.between(...LIFE_MS))
      const [first, ...others] = site.processes
      const one = random.pick([first!, ...others])
      await site.kill(one)
      outcome.kills++
      problems.push(...(await site.fileProblems()))
      const started = performance.now()
      await site.start(one)
      outcome.slowestStartMs = Math.max(outcome.slowestStartMs, performance.now() - started)
    }
    over.abort()
  }
  await Promise.all([
    runKiller(),
    ...Array.from({ length: CLIENTS }, (_, client) => runClient(client)),
  ])

  if (problems.length > 0) return outcome
  for (const reader of readers) problems.push(...(await reader.check()))
  const late = await problemsOnceSettled(site, readers, outcome.kills)
  problems.push(...late, ...(await site.fileProblems()))
  const { copies } = mailProblems(site.emails(), readers, outcome.kills)
  return { ...outcome, emails: site.emails().length, copies }
}

async function bookIds(site: Site): Promise<[string, ...string[]]> {
  const answer = await fetch(`http://127.0.0.1:${site.processes[0]!.port}/books`)
  const { data } = (await answer.json()) as { data: { books: { _id: string }[] } }
  const [first, ...others] = data.books.map(({ _id }) => _id)
  return [first!, ...others]
}

/** Problems with email and billing that background jobs do not solve in time. */
async function problemsOnceSettled(
  site: Site,
  readers: readonly StressReader[],
  kills: number,
): Promise<string[]> {
  const until = performance.now() + SETTLED_WITHIN_MS
  // A killed process's claims on emails end after a minute. They have been tried before.
  await site.change(
    `UPDATE "OutboxMail" SET "nextTryAt" = "createdAt" WHERE "sentAt" IS NULL AND "tries" > 0`,
  )
  for (;;) {
    const waiting = await site.query(`SELECT "id" FROM "OutboxMail" WHERE "sentAt" IS NULL`)
    const billing = await Promise.all(readers.map((reader) => billingOf(site, reader)))
    const problems = [
      ...waiting.map(({ id }) => `email ${String(id)} was not sent`),
      ...mailProblems(site.emails(), readers, kills).problems,
      ...billingProblems(billing),
    ]
    if (problems.length === 0 || performance.now() > until) return problems
    await sleep(POLL_MS)
  }
}

async function billingOf(site: Site, reader: StressReader): Promise<BillingFound> {
  const { email, isWelcome, isSubscriber } = reader
  const { data: customers } = await site.stripe.customers.list({ email })
  const lists = await Promise.all(
    customers.map(({ id }) => site.stripe.subscriptions.list({ customer: id, status: 'trialing' })),
  )
  const living = lists
    .flatMap(({ data }) => data)
    .filter((one) => one.pending_setup_intent === null)
  return {
    email,
    isWelcome,
    isSubscriber,
    customers: customers.length,
    subscriptions: living.length,
    hasAccess: await reader.hasAccess(),
  }
}
