import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALONE, type Product, startProduct } from '#tests/setup/product.ts'
import { ask } from './accounts-client.ts'

const TOKEN = 'a-token-for-prometheus'

let product: Product

beforeAll(async () => {
  product = await startProduct('content', { METRICS_TOKEN: TOKEN }, ALONE)
})
afterAll(() => product.stop())

async function inFlight(): Promise<number> {
  const { text } = await ask(product.origin, '/metrics', { token: TOKEN })
  const figures = [...text.matchAll(/^readr_http_requests_in_flight\{.*\} (\d+)$/gm)]
  expect(figures).toHaveLength(2)
  return figures.reduce((sum, [, count]) => sum + Number(count), 0)
}

test('visitors who disconnect while a page is being rendered for another one free their places', async () => {
  const visitors = fork('tests/setup/disconnecting-visitors.ts', [String(product.port)])
  expect(await once(visitors, 'exit')).toEqual([0, null])
  await expect.poll(inFlight, { timeout: 10_000 }).toBe(0)
  expect((await ask(product.origin, '/login')).status).toBe(200)
})
