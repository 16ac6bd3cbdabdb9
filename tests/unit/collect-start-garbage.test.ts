import { performance } from 'node:perf_hooks'
import { afterEach, expect, test, vi } from 'vitest'
import { collectStartGarbage } from '#app/platform/processes/collect-start-garbage.server.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a busy process collects the garbage of its start when it has become idle, once', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const gc = vi.fn<NodeJS.GCFunction>()
  vi.stubGlobal('gc', gc)
  // The share of the last five seconds in which the event loop was active.
  let utilization = 0.5
  vi.spyOn(performance, 'eventLoopUtilization').mockImplementation(() => ({
    idle: 0,
    active: 0,
    utilization,
  }))
  collectStartGarbage()
  vi.advanceTimersByTime(60_000)
  expect(gc).not.toHaveBeenCalled()
  utilization = 0.02
  vi.advanceTimersByTime(60_000)
  expect(gc).toHaveBeenCalledTimes(1)
})
