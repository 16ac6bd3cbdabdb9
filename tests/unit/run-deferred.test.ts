import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runDeferred, waitForDeferredWork } from '#app/accounts/service/run-deferred.server.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Starts work, and returns when each of it ran, in milliseconds. */
function startWork(count: number): number[] {
  const times: number[] = []
  const before = performance.now()
  for (let i = 0; i < count; i++) {
    runDeferred(async () => {
      times.push(performance.now() - before)
    })
  }
  return times
}

test('deferred work runs 0.1 to 1 s later, at a moment that nobody can predict', async () => {
  const times = startWork(50)
  await vi.advanceTimersByTimeAsync(99)
  expect(times).toEqual([])
  await vi.advanceTimersByTimeAsync(901)
  expect(times).toHaveLength(50)
  // Fifty equal random numbers of 900 have a probability of 900 to the power of -49.
  expect(new Set(times).size).toBeGreaterThan(1)
})

test('deferred work runs right away, once, when the server stops', async () => {
  const times = startWork(3)
  await waitForDeferredWork()
  expect(times).toEqual([0, 0, 0])
  await vi.advanceTimersByTimeAsync(2000)
  expect(times).toHaveLength(3)
})
