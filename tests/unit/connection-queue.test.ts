import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ConnectionQueue, QueueTimeoutError } from '#app/platform/connection-queue.server.ts'

const WAIT_MS = 2000

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Enters for each holder and records the order in which they get connections. */
function enterAll(queue: ConnectionQueue, holders: (string | null)[]) {
  const served: { holder: string | null; release: () => void }[] = []
  const refused: unknown[] = []
  for (const holder of holders) {
    queue.enter(holder, WAIT_MS).then(
      (release) => served.push({ holder, release }),
      (error: unknown) => refused.push(error),
    )
  }
  return { served, refused, settle: () => vi.advanceTimersByTimeAsync(0) }
}

describe('the queue for connections', () => {
  test('gives one holder its share and others the rest', async () => {
    const queue = new ConnectionQueue(4, 2)
    const { served, settle } = enterAll(queue, ['a', 'a', 'a', 'a', 'b', 'c', 'd'])
    await settle()
    expect(served.map(({ holder }) => holder)).toEqual(['a', 'a', 'b', 'c'])
    expect(queue.waiting).toBe(3)
    served[2]!.release()
    await settle()
    expect(served.at(-1)!.holder).toBe('d')
    served[0]!.release()
    served[0]!.release()
    await settle()
    expect(served.slice(5).map(({ holder }) => holder)).toEqual(['a'])
  })

  test('does not limit connections without a holder', async () => {
    const { served, settle } = enterAll(new ConnectionQueue(4, 2), [null, null, null, null, null])
    await settle()
    expect(served).toHaveLength(4)
  })

  test('throws after the wait and keeps no place', async () => {
    const queue = new ConnectionQueue(1, 1)
    const { served, refused } = enterAll(queue, ['a', 'b'])
    await vi.advanceTimersByTimeAsync(WAIT_MS)
    expect(refused).toEqual([expect.any(QueueTimeoutError)])
    expect(queue.waiting).toBe(0)
    served[0]!.release()
    await queue.enter('c', WAIT_MS)
  })

  test('shrinks after the server has refused a connection, and grows with time', async () => {
    const queue = new ConnectionQueue(3, 3)
    const { served, settle } = enterAll(queue, ['a', 'b', 'c', 'd', 'e', 'f'])
    await settle()
    queue.shrink()
    served[2]!.release()
    await settle()
    expect(served).toHaveLength(3)
    served[1]!.release()
    await settle()
    expect(served).toHaveLength(4)
    await vi.advanceTimersByTimeAsync(1000)
    await vi.advanceTimersByTimeAsync(10_000)
    const later = enterAll(queue, ['g'])
    await later.settle()
    expect(later.served).toHaveLength(1)
  })

  test('always keeps one connection', async () => {
    const queue = new ConnectionQueue(1, 1)
    const release = await queue.enter('a', WAIT_MS)
    queue.shrink()
    release()
    expect(await queue.enter('a', WAIT_MS)).toBeTypeOf('function')
  })
})
