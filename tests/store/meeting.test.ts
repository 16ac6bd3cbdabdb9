import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { db, engine } from '#app/platform/database.server.ts'
import { env } from '#app/platform/env.server.ts'
import { statements } from './statements.ts'

const RUN_TIMERS = { interval: 20, timeout: 20_000 }

/** A process of its own, as far as the modules know. */
async function newProcess() {
  vi.resetModules()
  const meeting = await import('#app/platform/process-bus.server.ts')
  const { catalogueVersion } = await import('#app/catalogue/service/version.server.ts')
  const { holdLease } = await import('#app/platform/lease.server.ts')
  const { closeDatabase } = await import('#app/platform/database.server.ts')
  const one = {
    ...meeting,
    catalogueVersion,
    countsMarks: () => holdLease(db(), 'counting'),
    async leave() {
      await meeting.stopProcessBus()
      await closeDatabase()
    },
  }
  processes.push(one)
  return one
}

const processes: { leave(): Promise<void> }[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const one of processes.splice(0)) await one.leave()
  await db().$executeRaw`DELETE FROM "WorkLease"`
})

const changeCatalogue = () =>
  db().catalogueVersion.update({ where: { id: 1 }, data: { version: { increment: 1 } } })

/** A clock that runs so fast that nothing is believed for long. */
function letTimeFly() {
  const now = performance.now.bind(performance)
  let ahead = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now() + (ahead += 600))
}

if (engine() === 'sqlite') {
  test('on SQLite every process may run timers, and looks itself for changes', async () => {
    const one = await newProcess()
    await one.startProcessBus()
    expect(one.mayRunTimers()).toBe(true)
    expect(one.hearsChanges()).toBe(false)
    const before = await one.catalogueVersion()
    await changeCatalogue()
    await expect.poll(one.catalogueVersion, { timeout: 1000 }).toBe(before + 1)
  })
} else {
  /** Ends the connection that holds the lock, as a server does that restarts. */
  async function cutRunner() {
    const client = new pg.Client({ connectionString: env().databaseUrl })
    await client.connect()
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE locktype = 'advisory' AND datname = current_database()`,
    )
    await client.end()
    expect(rowCount).toBe(1)
  }

  describe('processes that meet', () => {
    test('agree on one that runs the timers, and on another when it is gone', async () => {
      const first = await newProcess()
      const second = await newProcess()
      expect(first.mayRunTimers()).toBe(true)
      await first.startProcessBus()
      await second.startProcessBus()
      expect([first, second].map((one) => one.mayRunTimers())).toEqual([true, false])
      expect(await first.countsMarks()).toBe(true)

      const succession = vi.fn<() => Promise<void>>(async () => {})
      second.onSucceeding(succession)
      await first.stopProcessBus()
      await expect.poll(second.mayRunTimers, RUN_TIMERS).toBe(true)
      expect(succession).toHaveBeenCalledOnce()
    })

    test('go on after a connection was cut, one of them with the timers', async () => {
      const first = await newProcess()
      const second = await newProcess()
      await first.startProcessBus()
      await second.startProcessBus()
      await cutRunner()
      await expect.poll(() => first.mayRunTimers() !== second.mayRunTimers(), RUN_TIMERS).toBe(true)
      await expect.poll(() => first.hearsChanges() && second.hearsChanges(), RUN_TIMERS).toBe(true)
      const before = await first.catalogueVersion()
      expect(await second.catalogueVersion()).toBe(before)
      await changeCatalogue()
      for (const one of [first, second]) {
        await expect.poll(one.catalogueVersion, RUN_TIMERS).toBe(before + 1)
      }
    })

    test('hear of changes of the catalogue, without asking', async () => {
      const one = await newProcess()
      await one.startProcessBus()
      await expect.poll(one.hearsChanges, RUN_TIMERS).toBe(true)
      const before = await one.catalogueVersion()
      letTimeFly()
      const asked = await statements(async () => {
        for (let n = 0; n < 20; n++) await one.catalogueVersion()
      })
      // An echo may just have been out, and so have been late by this clock.
      expect(asked.length).toBeLessThan(10)
      vi.restoreAllMocks()
      await changeCatalogue()
      await expect.poll(one.catalogueVersion, { interval: 5, timeout: 1000 }).toBe(before + 1)
    })

    test('look themselves while they hear nothing, and believe nothing from before', async () => {
      const one = await newProcess()
      const unheard = vi.fn<() => void>()
      await one.startProcessBus()
      await expect.poll(one.hearsChanges, RUN_TIMERS).toBe(true)
      one.onChange('plans', unheard)
      const before = await one.catalogueVersion()
      await cutRunner()
      await expect.poll(one.hearsChanges, { interval: 1, timeout: 20_000 }).toBe(false)
      await changeCatalogue()
      await expect.poll(one.catalogueVersion, { interval: 5, timeout: 1000 }).toBe(before + 1)
      await expect.poll(one.hearsChanges, RUN_TIMERS).toBe(true)
      expect(unheard).toHaveBeenCalled()
    })

    test('tell each other what has changed besides', async () => {
      const one = await newProcess()
      const other = await newProcess()
      const forget = vi.fn<() => void>()
      other.onChange('plans', forget)
      await one.startProcessBus()
      await other.startProcessBus()
      await expect.poll(other.hearsChanges, RUN_TIMERS).toBe(true)
      forget.mockClear()
      await one.announceChange('plans')
      await expect.poll(() => forget.mock.calls.length, RUN_TIMERS).toBe(1)
    })
  })

  describe('work that was leased', () => {
    test('passes on at once from the process that ran the timers', async () => {
      const first = await newProcess()
      await first.startProcessBus()
      expect(await first.countsMarks()).toBe(true)
      const second = await newProcess()
      await second.startProcessBus()
      expect(await second.countsMarks()).toBe(false)
      const { endLeaseOfPredecessor } = await import('#app/platform/lease.server.ts')
      await endLeaseOfPredecessor('counting')
      expect(await second.countsMarks()).toBe(true)
    })

    test('stays with an operator’s command', async () => {
      const command = await newProcess()
      expect(await command.countsMarks()).toBe(true)
      const server = await newProcess()
      await server.startProcessBus()
      const { endLeaseOfPredecessor } = await import('#app/platform/lease.server.ts')
      await endLeaseOfPredecessor('counting')
      expect(await server.countsMarks()).toBe(false)
    })
  })
}
