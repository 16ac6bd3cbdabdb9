/**
 * The digests of many readers are due in the same minute. Each reader gets one, and email that readers wait
 * for does not wait for digests.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type ArrivedEmail, type Engine, type Site, startSite } from './site.ts'

export interface DigestOptions {
  engine: Engine
  processes: number
  readers: number
  content: string
  /** Receives how many digests have arrived, and after how many seconds. */
  report: (digests: number, second: number) => void
}

export interface DigestOutcome {
  problems: string[]
  digests: number
  /** From the moment when all were due to the last one. */
  seconds: number
  perSecond: number
  /** The other emails of this time: how many, and after how many milliseconds they came. */
  others: { count: number; medianMs: number; maxMs: number }
}

const MAX_SECONDS = 600
/** The most that another email may take. */
const MAX_OTHER_MS = 15_000
/** As a mail server of a provider, in another data center. */
const MAIL_SERVER_MS = 60
const REPORT_MS = 20_000
const OTHER_EVERY_MS = 2_000
const PASSWORD = 'of-no-value-1'
const DIGESTS = '@digests.test'

/** A time zone in which it is between 8 and 9 AM. */
function zoneInTheMorning(now: Date): string {
  const behind = now.getUTCHours() - 8
  return behind <= 12 ? `Etc/GMT${behind < 0 ? '' : '+'}${behind}` : `Etc/GMT-${24 - behind}`
}

/** Readers who want everything in their digest, with two genres and a highlight each. */
async function addReaders({ change, query, engine }: Site, readers: number): Promise<void> {
  const now = new Date()
  const at = (moment: Date) => `'${moment.toISOString().replace('Z', '+00:00')}'`
  const yes = engine === 'sqlite' ? '1' : 'true'
  const no = engine === 'sqlite' ? '0' : 'false'
  const [book] = await query(`SELECT "id" FROM "Book" ORDER BY "id" LIMIT 1`)
  const genres = await query(`SELECT DISTINCT "genre" FROM "Book" ORDER BY "genre" LIMIT 2`)
  const ours = `FROM "User" WHERE "email" LIKE '%${DIGESTS}'`
  await change(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${readers})
    INSERT INTO "User" ("email", "emailVerified", "name", "timeZone", "createdAt", "updatedAt")
    SELECT 'd-' || i || '${DIGESTS}', ${yes}, 'Reader ' || i, '${zoneInTheMorning(now)}', ${at(now)}, ${at(now)} FROM n`)
  for (const { genre } of genres)
    await change(
      `INSERT INTO "FavoriteGenre" ("userId", "genre") SELECT "id", '${String(genre)}' ${ours}`,
    )
  await change(`INSERT INTO "Note" ("userId", "id", "bookId", "color", "text", "start", "end", "exact",
      "prefix", "suffix", "textHash", "isOutdated", "tags", "words", "createdAt", "changedAt",
      "colorChangedAt", "textChangedAt", "deletionChangedAt", "savedAt")
    SELECT "id", 'note', ${Number(book!['id'])}, 'yellow', '', 0, 40, 'A passage that the reader wants to keep.',
      '', '', 'hash', ${no}, '', '', ${Array.from({ length: 6 }, () => at(now)).join(', ')} ${ours}`)
  // The last statement: from now on, all are due.
  const lastYear = new Date(now.getTime() - 365 * 86_400_000)
  await change(`INSERT INTO "Digest" ("userId", "frequency", "newBooks", "todaysRead", "highlight", "nextAt", "newSince")
    SELECT "id", 'weekly', ${yes}, ${yes}, ${yes}, ${at(now)}, ${at(lastYear)} ${ours}`)
}

export async function runDigestTest(options: DigestOptions): Promise<DigestOutcome> {
  const site = await startSite({ ...options, mailServerMs: MAIL_SERVER_MS })
  try {
    return await measure(site, options)
  } finally {
    await site.stop()
  }
}

/** Registers readers, each of whom waits for a code. */
async function keepRegistering({ processes }: Site, over: AbortSignal) {
  const askedAt = new Map<string, number>()
  for (let i = 0; !over.aborted; i++) {
    const email = `code-${i}@readr.test`
    const { port } = processes[i % processes.length]!
    const answer = await fetch(`http://127.0.0.1:${port}/api/auth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Ada', email, password: PASSWORD }),
    })
    // A refused one is missing in the emails.
    askedAt.set(email, performance.now())
    await answer.body?.cancel()
    await sleep(OTHER_EVERY_MS, undefined, { signal: over }).catch(() => {})
  }
  return askedAt
}

async function measure(site: Site, options: DigestOptions): Promise<DigestOutcome> {
  const { readers, report } = options
  await addReaders(site, readers)
  const startedAt = performance.now()
  const over = new AbortController()
  const registering = keepRegistering(site, over.signal)
  const isOver = () => site.accepted() >= readers || seconds() > 2 * MAX_SECONDS
  const seconds = () => (performance.now() - startedAt) / 1000
  while (!isOver()) {
    const until = performance.now() + REPORT_MS
    while (!isOver() && performance.now() < until) await sleep(100)
    report(site.accepted(), seconds())
  }
  over.abort()
  const askedAt = await registering
  await sleep(MAX_OTHER_MS)
  return outcomeOf(site.emails(), startedAt, askedAt, options)
}

function outcomeOf(
  emails: ArrivedEmail[],
  startedAt: number,
  askedAt: Map<string, number>,
  { readers }: DigestOptions,
): DigestOutcome {
  const digests = emails.filter(({ to }) => to.endsWith(DIGESTS))
  const recipients = new Set(digests.map(({ to }) => to))
  const last = digests.reduce((latest, { at }) => Math.max(latest, at), startedAt)
  const seconds = (last - startedAt) / 1000
  const arrivedAt = new Map(emails.map(({ to, at }) => [to, at]))
  const waits = [...askedAt].map(([to, at]) => (arrivedAt.get(to) ?? Infinity) - at)
  const maxMs = Math.max(0, ...waits)
  const missing = readers - recipients.size
  const problems = [
    missing > 0 && `${missing} readers got no digest`,
    digests.length > recipients.size && `${digests.length - recipients.size} digests came twice`,
    seconds > MAX_SECONDS && `the digests took ${seconds.toFixed(0)} s`,
    maxMs > MAX_OTHER_MS && `an email that a reader waited for took ${maxMs.toFixed(0)} ms`,
  ].filter((problem) => problem !== false)
  const medianMs = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? 0
  return {
    problems,
    digests: digests.length,
    seconds,
    perSecond: digests.length / seconds,
    others: { count: waits.length, medianMs, maxMs },
  }
}
