import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  asLongWork,
  countConnectionsOf,
  currentWork,
  inBackground,
  withinDeadline,
  withoutDeadline,
} from '#app/platform/database-work.server.ts'

const DEADLINE_MS = 10_000

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const request = (run: () => Promise<string>) => withinDeadline(DEADLINE_MS, run, () => 'late')

test('a request before its deadline gets its response and uses the share of its reader', async () => {
  const answer = request(async () => {
    expect(currentWork()).toMatchObject({ holder: null, isBackground: false })
    countConnectionsOf('reader 1')
    await wait(DEADLINE_MS - 1)
    expect(currentWork()).toMatchObject({ holder: 'reader 1', isOver: false })
    return 'done'
  })
  await vi.advanceTimersByTimeAsync(DEADLINE_MS)
  expect(await answer).toBe('done')
  expect(currentWork()).toMatchObject({ holder: 'background', isBackground: true })
  expect(vi.getTimerCount()).toBe(0)
})

test('a request is answered at its deadline, and then its work is over', async () => {
  let seen: boolean | undefined
  const answer = request(async () => {
    await wait(DEADLINE_MS + 1)
    seen = currentWork().isOver
    return 'done'
  })
  await vi.advanceTimersByTimeAsync(DEADLINE_MS)
  expect(await answer).toBe('late')
  await vi.advanceTimersByTimeAsync(1)
  expect(seen).toBe(true)
})

test('waits for others pause the deadline', async () => {
  const answer = request(async () => {
    await Promise.all([
      withoutDeadline(() => wait(3 * DEADLINE_MS)),
      withoutDeadline(() => wait(2 * DEADLINE_MS)),
    ])
    await wait(DEADLINE_MS / 2)
    return 'done'
  })
  await vi.advanceTimersByTimeAsync(4 * DEADLINE_MS)
  expect(await answer).toBe('done')
  const late = request(async () => {
    await withoutDeadline(() => wait(3 * DEADLINE_MS))
    await wait(DEADLINE_MS + 1)
    return 'done'
  })
  await vi.advanceTimersByTimeAsync(5 * DEADLINE_MS)
  expect(await late).toBe('late')
})

test('background work and imports that a request starts have no deadline', async () => {
  const answer = request(async () => {
    expect(inBackground(() => currentWork().isBackground)).toBe(true)
    await asLongWork(async () => {
      expect(currentWork().isBackground).toBe(true)
      await wait(2 * DEADLINE_MS)
    })
    return 'done'
  })
  await vi.advanceTimersByTimeAsync(3 * DEADLINE_MS)
  expect(await answer).toBe('done')
})
