import { test } from 'vitest'
import { runKillTest } from '../../bench/stress/kill.ts'
import { firstBooks } from '#tests/setup/first-books.ts'

/**
 * A short run of `npm run stress -- kill` (docs/operations.md). Both wait most of the time for what
 * the product repeats every 30 seconds.
 */
test.concurrent.for([
  ['sqlite', 1],
  ['postgres', 2],
] as const)(
  'no acknowledged write is lost when processes on %s are killed',
  { timeout: 300_000 },
  async ([engine, processes], { expect }) => {
    const seed = Math.floor(Math.random() * 1_000_000)
    const limits = { kills: 2, minutes: 2, seed, content: firstBooks() }
    const { problems, kills, writes } = await runKillTest({ engine, processes, ...limits })
    expect(problems, `seed ${seed}`).toEqual([])
    expect(kills).toBe(2)
    expect(writes.account).toBeGreaterThan(0)
  },
)
