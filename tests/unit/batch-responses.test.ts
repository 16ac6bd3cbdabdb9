import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { endInBatch } from '#app/middleware/batch-responses.server.ts'

test('the responses of a turn are sent together, in their order, and each once', async () => {
  const sent: unknown[] = []
  const respond = (name: string, body?: Buffer) => {
    const response = { end: (bytes?: Buffer) => sent.push([name, bytes && `${bytes}`]) }
    endInBatch(response as unknown as ServerResponse, body)
  }
  respond('a', Buffer.from('A'))
  await Promise.resolve()
  respond('b')
  expect(sent).toEqual([])
  await nextTurn()
  respond('c', Buffer.from('C'))
  await nextTurn()
  await nextTurn()
  expect(sent).toEqual([
    ['a', 'A'],
    ['b', undefined],
    ['c', 'C'],
  ])
})
