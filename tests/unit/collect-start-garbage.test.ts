import { expect, onTestFinished, test, vi } from 'vitest'
import { collectStartGarbage } from '#app/platform/processes/collect-start-garbage.server.ts'

test('the start’s garbage is collected once, after the background work has run', () => {
  vi.useFakeTimers()
  const gc = vi.fn<() => void>()
  vi.stubGlobal('gc', gc)
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  collectStartGarbage()
  vi.advanceTimersByTime(4000)
  expect(gc).not.toHaveBeenCalled()
  vi.advanceTimersByTime(600_000)
  expect(gc).toHaveBeenCalledTimes(1)
})
