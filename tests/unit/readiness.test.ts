import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const ask = vi.hoisted(() => vi.fn<() => Promise<{ name: string }[]>>())
vi.mock('#app/platform/database.server.ts', () => ({
  prepared: ask,
  Prisma: { sql: String.raw },
  engine: () => 'sqlite',
}))
const isDiskFull = vi.hoisted(() => vi.fn<() => Promise<boolean>>(async () => false))
vi.mock('#app/platform/disk.server.ts', () => ({ isDiskFull }))
vi.mock('#app/platform/migrate-database.server.ts', () => ({ shippedMigrations: () => ['first'] }))

const { currentWork } = await import('#app/platform/database-work.server.ts')
const { readiness } = await import('#app/platform/readiness.server.ts')
const never = () => new Promise<never>(() => {})

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** The response after 100 ms. */
async function answerInTime() {
  let answer: unknown
  void readiness().then((found) => (answer = found))
  await vi.advanceTimersByTimeAsync(100)
  return answer
}

test('a database that hangs is reported after two seconds, and every check gets a response in time', async () => {
  ask.mockResolvedValue([{ name: 'first' }])
  expect(await answerInTime()).toEqual({ ready: true })

  ask.mockImplementation(never)
  ask.mockClear()
  expect(await answerInTime()).toEqual({ ready: true })
  expect(await answerInTime()).toEqual({ ready: true })
  // All checks share one query.
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(await answerInTime()).toEqual({ ready: false, problem: 'database' })

  ask.mockResolvedValue([{ name: 'first' }])
  await vi.advanceTimersByTimeAsync(2000)
  expect(await answerInTime()).toEqual({ ready: true })
})

test('a full disk degrades the service but does not end it', async () => {
  ask.mockResolvedValue([{ name: 'first' }])
  isDiskFull.mockResolvedValueOnce(true)
  expect(await answerInTime()).toEqual({ ready: true, degraded: 'disk full' })
  expect(await answerInTime()).toEqual({ ready: true })
})

test('the query does not use the connections of background work', async () => {
  let work: ReturnType<typeof currentWork> | undefined
  ask.mockImplementation(async () => {
    work = currentWork()
    return [{ name: 'first' }]
  })
  expect(await answerInTime()).toEqual({ ready: true })
  expect(work).toMatchObject({ holder: null, isBackground: false })
})

test('metrics that take too long are left out', async () => {
  const { measure, readMetrics } = await import('#app/platform/metrics.server.ts')
  const hangs = vi.fn<() => Promise<never>>(never)
  measure('readr_test_quick', 'Quick.', 'is', async () => ({ a: 1 }))
  measure('readr_test_hangs', 'Hangs.', 'is', hangs)
  for (let i = 0; i < 2; i++) {
    const read = readMetrics()
    await vi.advanceTimersByTimeAsync(100)
    const { text } = await read
    expect(text).toContain('readr_test_quick{is="a"} 1')
    expect(text).not.toContain('readr_test_hangs{')
  }
  expect(hangs).toHaveBeenCalledTimes(1)
})
