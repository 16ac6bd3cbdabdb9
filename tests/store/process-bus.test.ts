import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { db, engine } from '#app/platform/database.server.ts'
import { env } from '#app/platform/env.server.ts'
import { statements } from './statements.ts'

const ELECTED = { interval: 20, timeout: 20_000 }

/** Separate modules act as a separate process. */
async function newProcess() {
  vi.resetModules()
  const bus = await import('#app/platform/jobs/process-bus.server.ts')
  const { isElected } = await import('#app/platform/jobs/define-job.server.ts')
  const { holdLease, holdLeasesAsServer } = await import('#app/platform/jobs/lease.server.ts')
  const { catalogueVersion } = await import('#app/catalogue/service/version.server.ts')
  const { closeDatabase } = await import('#app/platform/database.server.ts')
  const one = {
    ...bus,
    isElected,
    holdLease,
    holdLeasesAsServer,
    catalogueVersion,
    async leave() {
      await bus.stopProcessBus()
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
  await db().$executeRaw`DELETE FROM "Lease"`
})

const changeCatalogue = () =>
  db().catalogueVersion.update({ where: { id: 1 }, data: { version: { increment: 1 } } })

/** A clock that runs so fast that everything cached is soon too old. */
function speedUpClock() {
  const now = performance.now.bind(performance)
  let ahead = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now() + (ahead += 600))
}

if (engine() === 'sqlite') {
  test('on SQLite, every process may run jobs and checks for changes on its own', async () => {
    const one = await newProcess()
    one.startProcessBus()
    expect(one.isElected()).toBe(true)
    expect(one.hearsChanges()).toBe(false)
    const before = await one.catalogueVersion()
    await changeCatalogue()
    await expect.poll(one.catalogueVersion, { timeout: 1000 }).toBe(before + 1)
  })
} else {
  /** Cuts the connection of the elected process, as a restart of the database does. */
  async function cutElected() {
    const client = new pg.Client({ connectionString: env().databaseUrl })
    await client.connect()
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE locktype = 'advisory' AND datname = current_database()`,
    )
    await client.end()
    expect(rowCount).toBe(1)
  }

  describe('processes on a bus', () => {
    test('elect one that runs the jobs, and another when that one is gone', async () => {
      const first = await newProcess()
      const second = await newProcess()
      const whenElected = vi.fn<() => void>()
      first.startProcessBus()
      await expect.poll(first.isElected, ELECTED).toBe(true)
      second.startProcessBus(whenElected)
      await expect.poll(second.hearsChanges, ELECTED).toBe(true)
      expect([first, second].map((one) => one.isElected())).toEqual([true, false])
      expect(whenElected).not.toHaveBeenCalled()
      await first.stopProcessBus()
      await expect.poll(second.isElected, ELECTED).toBe(true)
      expect(whenElected).toHaveBeenCalledOnce()
    })

    test('elect again after a connection was cut', async () => {
      const first = await newProcess()
      const second = await newProcess()
      first.startProcessBus()
      second.startProcessBus()
      await expect.poll(() => first.isElected() !== second.isElected(), ELECTED).toBe(true)
      await cutElected()
      await expect.poll(() => first.isElected() !== second.isElected(), ELECTED).toBe(true)
      await expect.poll(() => first.hearsChanges() && second.hearsChanges(), ELECTED).toBe(true)
      const before = await first.catalogueVersion()
      expect(await second.catalogueVersion()).toBe(before)
      await changeCatalogue()
      for (const one of [first, second]) {
        await expect.poll(one.catalogueVersion, ELECTED).toBe(before + 1)
      }
    })

    test('hear of changes of the catalogue without asking', async () => {
      const one = await newProcess()
      one.startProcessBus()
      await expect.poll(one.hearsChanges, ELECTED).toBe(true)
      const before = await one.catalogueVersion()
      speedUpClock()
      const asked = await statements(async () => {
        for (let n = 0; n < 20; n++) await one.catalogueVersion()
      })
      // With this clock, an echo may have been late once.
      expect(asked.length).toBeLessThan(10)
      vi.restoreAllMocks()
      await changeCatalogue()
      await expect.poll(one.catalogueVersion, { interval: 5, timeout: 1000 }).toBe(before + 1)
    })

    test('check on their own while they hear nothing, and clear their caches then', async () => {
      const one = await newProcess()
      const clear = vi.fn<() => void>()
      one.startProcessBus()
      await expect.poll(one.hearsChanges, ELECTED).toBe(true)
      one.onChange('plans', clear)
      const before = await one.catalogueVersion()
      await cutElected()
      await expect.poll(one.hearsChanges, { interval: 1, timeout: 20_000 }).toBe(false)
      await changeCatalogue()
      await expect.poll(one.catalogueVersion, { interval: 5, timeout: 1000 }).toBe(before + 1)
      await expect.poll(one.hearsChanges, ELECTED).toBe(true)
      expect(clear).toHaveBeenCalled()
    })

    test('tell each other what else has changed', async () => {
      const one = await newProcess()
      const other = await newProcess()
      const clear = vi.fn<() => void>()
      other.onChange('plans', clear)
      one.startProcessBus()
      other.startProcessBus()
      await expect.poll(other.hearsChanges, ELECTED).toBe(true)
      clear.mockClear()
      await one.announceChange('plans')
      await expect.poll(() => clear.mock.calls.length, ELECTED).toBe(1)
    })
  })

  describe('a lease', () => {
    test('is released when another process is elected', async () => {
      const first = await newProcess()
      first.holdLeasesAsServer()
      expect(await first.holdLease('counting')).toBe(true)
      const second = await newProcess()
      second.holdLeasesAsServer()
      expect(await second.holdLease('counting')).toBe(false)
      second.startProcessBus()
      await expect.poll(second.isElected, ELECTED).toBe(true)
      expect(await second.holdLease('counting')).toBe(true)
    })

    test('of an operator’s command is not', async () => {
      const command = await newProcess()
      expect(await command.holdLease('counting')).toBe(true)
      const server = await newProcess()
      server.holdLeasesAsServer()
      server.startProcessBus()
      await expect.poll(server.isElected, ELECTED).toBe(true)
      expect(await server.holdLease('counting')).toBe(false)
    })
  })
}
