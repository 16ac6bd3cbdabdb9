import { Registry } from 'prom-client'
import { expect, test, vi } from 'vitest'
import { operationAnswer } from '#app/middleware/answer-operations.server.ts'

test('a check that fails is an answer, not an unhandled rejection', async () => {
  vi.spyOn(Registry.prototype, 'metrics').mockRejectedValueOnce(new Error('broken'))
  expect(await operationAnswer('metrics')).toEqual({
    status: 500,
    text: 'metrics failed; see the log\n',
  })
})
