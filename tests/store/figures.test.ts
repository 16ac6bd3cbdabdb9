import { beforeAll, expect, test } from 'vitest'
import { productFigures } from '#app/admin/service/figures.server.ts'
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
  /** Charges: how long ago, how much, how much of it was given back. */
  paid?: [days: number, cents: number, back?: number][]
}

let charges = 0

async function subscriber({ paid = [], ...draft }: Draft) {
  const { id: userId } = await newReader()
  await db().user.update({ where: { id: userId }, data: { createdAt: daysAgo(400) } })
  await db().subscription.create({
    data: { userId, fetchSequence: 1, isSetUp: true, reconciledAt: NOW, ...draft },
  })
  for (const [days, cents, back = 0] of paid) {
    const [invoiceId, at] = [`in_${++charges}`, daysAgo(days)]
    await db().charge.create({
      data: {
        invoiceId,
        userId,
        status: 'paid',
        description: 'Readr',
        amountCents: cents,
        amountPaidCents: cents,
        refundedCents: back,
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
    // Goes on to the end of its period, and then no more.
    await subscriber({ ...monthly, nextChargeCents: null, paid: [[5, 1600]] }),
    await subscriber({ status: 'trialing', plan: 'monthly', nextChargeCents: 1600 }),
    await subscriber({ status: 'trialing', plan: 'monthly', isSetUp: false }),
    // A trial that nobody paid for, one that ended long ago, one whose card was never confirmed.
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
  const opened = (userId: number, bookId: number, days: number) => ({
    userId,
    bookId,
    viewedAt: daysAgo(days),
  })
  const [a, b, c] = readers as [number, number, number]
  await db().bookView.createMany({
    data: [opened(a, walden, 1), opened(a, emma, 2), opened(b, walden, 29), opened(c, walden, 31)],
  })
  await db().readBook.createMany({
    data: [
      { userId: a, bookId: walden, readAt: daysAgo(1) },
      { userId: c, bookId: walden, readAt: daysAgo(30) },
      { userId: c, bookId: emma, readAt: daysAgo(31) },
    ],
  })
  const place = { section: 'idea-1', paragraph: 0, placedAt: NOW }
  await db().readingPosition.createMany({
    data: [
      { userId: a, bookId: emma, share: 0.5, ...place },
      { userId: b, bookId: walden, share: 0.97, ...place },
    ],
  })
})

test('the numbers are those of known data, each with what it means', async () => {
  const { figures, newReaders, revenue, reasons, mostRead } = await productFigures(NOW, NOW)
  expect(Object.fromEntries(figures.map(({ name, value }) => [name, value]))).toEqual({
    Readers: '12',
    'Active readers': '2',
    Subscriptions: '4',
    Trials: '1',
    // Two of the last ninety days had a card that was set up; one was paid for.
    'Trial to paid': '50%',
    // 16 + 16 + 99 / 12
    'Monthly recurring revenue': '$40.25',
    // One, beside the four that go on.
    Churn: '20%',
    // Walden by its mark and by its place, Emma not.
    Finished: '66.7%',
  })
  for (const { definition } of figures) expect(definition).toMatch(/^[A-Z].{30,}\.$/)
  expect(figures[0]!.definition).toContain('Made in the last 30 days: 1.')
  expect(newReaders).toHaveLength(12)
  expect(newReaders.map(({ value }) => value)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0])
  expect(revenue.at(-1)).toEqual({ label: '2026-11', short: 'Nov', value: 12_200, text: '$122.00' })
  expect(revenue.find(({ label }) => label === '2026-09')).toMatchObject({ value: 4800 })
  expect(reasons).toEqual([{ reason: 'Canceled by the reader or by us: too expensive', count: 1 }])
  expect(mostRead).toMatchObject([{ title: 'Walden', readers: 2 }])
})

test('the numbers take eight statements, and none of them walks a large table', async () => {
  const seen = (await statements(() => productFigures(NOW, NOW))).filter((sql) =>
    /^\s*SELECT/i.test(sql),
  )
  expect(seen).toHaveLength(8)
  const walked: string[] = []
  for (const sql of seen) {
    const plan =
      engine() === 'sqlite'
        ? await db().$queryRawUnsafe<{ detail: string }[]>(
            `EXPLAIN QUERY PLAN ${sql}`,
            ...Array.from(sql.matchAll(/\?/g), () => null),
          )
        : await genericPlan(sql)
    for (const row of plan) {
      const line = Object.values(row).join(' ')
      // Counting all accounts walks the smallest index there is, and nothing else does.
      if (/SCAN (?!.*USING COVERING INDEX User_createdAt_idx)|Seq Scan on/.test(line)) {
        if (!/SUBQUERY|CONSTANT ROW|SCAN [a-z]+$/i.test(line)) walked.push(line)
      }
    }
  }
  expect(walked).toEqual([])
})

/** The plan for any values, where walking a table is the last resort. */
function genericPlan(sql: string): Promise<Record<string, string>[]> {
  return db().$transaction(async (tx) => {
    await tx.$executeRawUnsafe('SET LOCAL enable_seqscan = off')
    return tx.$queryRawUnsafe(`EXPLAIN (GENERIC_PLAN) ${sql}`)
  })
}
