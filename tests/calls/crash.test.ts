import { test } from 'vitest'
import { runKillTest } from '../../bench/stress/kill.ts'
import type { Engine } from '../../bench/stress/site.ts'
import { firstBooks } from '#tests/setup/first-books.ts'
import { casesOf, IS_STRESS } from '#tests/setup/stress.ts'

const KILLS = IS_STRESS ? 2 : 1

/**
 * A short run of `npm run stress -- kill` (docs/operations.md). Both wait most of the time for what
 * the product repeats every 30 seconds.
 */
test.concurrent.for(casesOf<[Engine, number]>(['sqlite', 1], ['postgres', 2]))(
  'no acknowledged write is lost when processes on %s are killed',
  { timeout: 300_000 },
  async ([engine, processes], { expect }) => {
    const seed = Math.floor(Math.random() * 1_000_000)
    const limits = { kills: KILLS, minutes: 2, seed, content: firstBooks() }
    const { problems, kills, writes } = await runKillTest({ engine, processes, ...limits })
    expect(problems, `seed ${seed}`).toEqual([])
    expect(kills).toBe(KILLS)
    expect(writes.account).toBeGreaterThan(0)
  },
)
