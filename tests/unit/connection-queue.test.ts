import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ConnectionQueue, QueueTimeoutError } from '#app/platform/connection-queue.server.ts'

const WAIT_MS = 2000

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Enters for each holder, and notes in which order they come in. */
function enterAll(queue: ConnectionQueue, holders: (string | null)[]) {
  const inside: { holder: string | null; giveBack: () => void }[] = []
  const refused: unknown[] = []
  for (const holder of holders) {
    queue.enter(holder, WAIT_MS).then(
      (giveBack) => inside.push({ holder, giveBack }),
      (error: unknown) => refused.push(error),
    )
  }
  return { inside, refused, settle: () => vi.advanceTimersByTimeAsync(0) }
}

describe('the queue for connections', () => {
  test('gives one holder its share, and others the rest', async () => {
    const queue = new ConnectionQueue(4, 2)
    const { inside, settle } = enterAll(queue, ['a', 'a', 'a', 'a', 'b', 'c', 'd'])
    await settle()
    expect(inside.map(({ holder }) => holder)).toEqual(['a', 'a', 'b', 'c'])
    expect(queue.waiting).toBe(3)
    inside[2]!.giveBack()
    await settle()
    expect(inside.at(-1)!.holder).toBe('d')
    inside[0]!.giveBack()
    inside[0]!.giveBack()
    await settle()
    expect(inside.slice(5).map(({ holder }) => holder)).toEqual(['a'])
  })

  test('does not count whose connections they are before anybody knows', async () => {
    const { inside, settle } = enterAll(new ConnectionQueue(4, 2), [null, null, null, null, null])
    await settle()
    expect(inside).toHaveLength(4)
  })

  test('refuses whoever has waited too long, and keeps no place for them', async () => {
    const queue = new ConnectionQueue(1, 1)
    const { inside, refused } = enterAll(queue, ['a', 'b'])
    await vi.advanceTimersByTimeAsync(WAIT_MS)
    expect(refused).toEqual([expect.any(QueueTimeoutError)])
    expect(queue.waiting).toBe(0)
    inside[0]!.giveBack()
    await queue.enter('c', WAIT_MS)
  })

  test('has fewer connections after the server has refused one, and more with time', async () => {
    const queue = new ConnectionQueue(3, 3)
    const { inside, settle } = enterAll(queue, ['a', 'b', 'c', 'd', 'e', 'f'])
    await settle()
    queue.shrink()
    inside[2]!.giveBack()
    await settle()
    expect(inside).toHaveLength(3)
    inside[1]!.giveBack()
    await settle()
    expect(inside).toHaveLength(4)
    await vi.advanceTimersByTimeAsync(1000)
    await vi.advanceTimersByTimeAsync(10_000)
    const later = enterAll(queue, ['g'])
    await later.settle()
    expect(later.inside).toHaveLength(1)
  })

  test('always has one connection', async () => {
    const queue = new ConnectionQueue(1, 1)
    const giveBack = await queue.enter('a', WAIT_MS)
    queue.shrink()
    giveBack()
    expect(await queue.enter('a', WAIT_MS)).toBeTypeOf('function')
  })
})
