import { beforeAll, expect, test } from 'vitest'
import { computeFigures } from '#app/admin/service/compute-figures.server.ts'
import { db, engine } from '#app/platform/database.server.ts'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import { importBooks } from './books.ts'
import { newReader } from './readers.ts'
import { statements } from './statements.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)

interface Draft {
  status: string
  plan?: string
  isSetUp?: boolean
  nextChargeCents?: number | null
  trialEnd?: Date
  endedAt?: Date
  endReason?: string
  endFeedback?: string
  /** Charges: days ago, amount, and refunded amount in cents. */
  paid?: [days: number, cents: number, refunded?: number][]
}

let charges = 0

async function subscriber({ paid = [], ...draft }: Draft) {
  const { id: userId } = await newReader()
  await db().user.update({ where: { id: userId }, data: { createdAt: daysAgo(400) } })
  await db().subscription.create({
    data: { userId, fetchSequence: 1, isSetUp: true, reconciledAt: NOW, ...draft },
  })
  for (const [days, cents, refunded = 0] of paid) {
    const [invoiceId, at] = [`in_${++charges}`, daysAgo(days)]
    await db().charge.create({
      data: {
        invoiceId,
        userId,
        status: 'paid',
        description: 'Readr',
        amountCents: cents,
        amountPaidCents: cents,
        refundedCents: refunded,
        createdAt: at,
        paidAt: at,
      },
    })
  }
  return userId
}

beforeAll(async () => {
  await importBooks({ walden: { title: 'Walden' }, emma: { title: 'Emma' } })
  const [walden, emma] = [(await findBook('walden'))!.id, (await findBook('emma'))!.id]
  const monthly = { status: 'active', plan: 'monthly', nextChargeCents: 1600 }
  const readers = [
    await subscriber({ ...monthly, trialEnd: daysAgo(20), paid: [[20, 1600]] }),
    await subscriber({ ...monthly, status: 'past_due', paid: [[61, 1600]] }),
    await subscriber({ ...monthly, plan: 'yearly', nextChargeCents: 9900, paid: [[2, 9900, 900]] }),
    // Canceled at the end of the current period.
    await subscriber({ ...monthly, nextChargeCents: null, paid: [[5, 1600]] }),
    await subscriber({ status: 'trialing', plan: 'monthly', nextChargeCents: 1600 }),
    await subscriber({ status: 'trialing', plan: 'monthly', isSetUp: false }),
    // A trial without a payment, one that ended too long ago, and one without a confirmed card.
    await subscriber({ status: 'canceled', trialEnd: daysAgo(40), endedAt: daysAgo(10) }),
    await subscriber({ status: 'canceled', trialEnd: daysAgo(91), endedAt: daysAgo(91) }),
    await subscriber({ status: 'canceled', trialEnd: daysAgo(10), isSetUp: false }),
    await subscriber({
      status: 'canceled',
      endedAt: daysAgo(29),
      endReason: 'cancellation_requested',
      endFeedback: 'too_expensive',
      paid: [[59, 1600]],
    }),
    await subscriber({
      status: 'canceled',
      endedAt: daysAgo(31),
      endReason: 'payment_failed',
      paid: [[61, 1600]],
    }),
  ]
  const fresh = await newReader()
  await db().user.update({ where: { id: fresh.id }, data: { createdAt: daysAgo(8) } })
  const viewed = (userId: number, bookId: number, days: number) => ({
    userId,
    bookId,
    viewedAt: daysAgo(days),
  })
  const [a, b, c] = readers as [number, number, number]
  await db().bookView.createMany({
    data: [viewed(a, walden, 1), viewed(a, emma, 2), viewed(b, walden, 29), viewed(c, walden, 31)],
  })
  await db().readBook.createMany({
    data: [
      { userId: a, bookId: walden, readAt: daysAgo(1) },
      { userId: c, bookId: walden, readAt: daysAgo(30) },
      { userId: c, bookId: emma, readAt: daysAgo(31) },
    ],
  })
  const report = (userId: number, status: string) => ({
    ...{ userId, bookId: walden, status, passage: 'Idea 1', problem: 'The year' },
    ...{ textsHash: status, reportedAt: NOW },
  })
  await db().correctionReport.createMany({
    data: [report(a, 'open'), report(b, 'open'), report(a, 'corrected'), report(b, 'declined')],
  })
  const position = { section: 'idea-1', paragraph: 0, placedAt: NOW }
  await db().readingPosition.createMany({
    data: [
      { userId: a, bookId: emma, share: 0.5, ...position },
      { userId: b, bookId: walden, share: 0.97, ...position },
    ],
  })
})

test('all figures are right for known data and have definitions', async () => {
  const { figures, newReaders, revenue, reasons, mostRead } = await computeFigures(NOW, NOW)
  expect(Object.fromEntries(figures.map(({ name, value }) => [name, value]))).toEqual({
    Readers: '12',
    'Sign-ups': '1',
    // 16 + 99 - 9 + 16
    Payments: '$122.00',
    'Active readers': '2',
    Subscriptions: '4',
    Trials: '1',
    // In the last 90 days two trials with a confirmed card ended, and one of them was paid.
    'Trial to paid': '50%',
    // 16 + 16 + 99 / 12
    'Monthly recurring revenue': '$40.25',
    // One ended, and four are current.
    Churn: '20%',
    // Walden by its mark and by its position, Emma not.
    Finished: '66.7%',
    'Open corrections': '2',
  })
  for (const { definition } of figures) expect(definition).toMatch(/^[A-Z].{30,}\.$/)
  const trends = figures.flatMap(({ name, trend }) => (trend ? [[name, trend]] : []))
  expect(Object.fromEntries(trends)).toEqual({
    'Sign-ups': {
      comparison: 'none in the 30 days before',
      points: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0],
    },
    Payments: {
      comparison: '663% more than the 30 days before',
      points: [0, 0, 0, 0, 0, 0, 0, 0, 0, 4800, 0],
    },
  })
  expect(newReaders).toHaveLength(12)
  expect(newReaders.map(({ value }) => value)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0])
  expect(revenue.at(-1)).toEqual({ label: '2026-11', short: 'Nov', value: 12_200, text: '$122.00' })
  expect(revenue.find(({ label }) => label === '2026-09')).toMatchObject({ value: 4800 })
  expect(reasons).toEqual([{ reason: 'Canceled by the reader or by us: too expensive', count: 1 }])
  expect(mostRead).toMatchObject([{ title: 'Walden', readers: 2 }])
})

test('the figures are the same when they are counted one reader at a time', async () => {
  expect(await computeFigures(NOW, NOW, 1)).toEqual(await computeFigures(NOW, NOW))
})

test('each step takes eight statements, which read only its readers, by an index', async () => {
  const seen = async (readersPerStep?: number) =>
    (await statements(() => computeFigures(NOW, NOW, readersPerStep))).filter((sql) =>
      /^\s*SELECT/i.test(sql),
    )
  const [oneStep, twoSteps] = [await seen(), await seen(6)]
  expect(twoSteps.length - oneStep.length).toBe(8)
  const scans: string[] = []
  const step = oneStep.filter((sql) => sql.includes('" > ') && !sql.includes('LIMIT'))
  // Without the one that finds the readers.
  expect(step).toHaveLength(7)
  for (const sql of step) {
    const plan =
      engine() === 'sqlite'
        ? await db().$queryRawUnsafe<{ detail: string }[]>(
            `EXPLAIN QUERY PLAN ${sql}`,
            ...Array.from(sql.matchAll(/\?/g), () => null),
          )
        : await genericPlan(sql)
    const lines = plan.map((row) => Object.values(row).join(' '))
    expect(lines.join('\n')).toMatch(/(?:userId|id|rowid)"?\s?>/)
    scans.push(...lines.filter((line) => /\bSCAN\b(?! CONSTANT ROW)|Seq Scan on/.test(line)))
  }
  expect(scans).toEqual([])
})

/** A plan for any values that scans a table only if no index can be used. */
function genericPlan(sql: string): Promise<Record<string, string>[]> {
  return db().$transaction(async (tx) => {
    await tx.$executeRawUnsafe('SET LOCAL enable_seqscan = off')
    return tx.$queryRawUnsafe(`EXPLAIN (GENERIC_PLAN) ${sql}`)
  })
}
