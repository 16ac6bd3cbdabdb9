import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { ALONE, startProduct } from '#tests/setup/product.ts'
import { ask } from './accounts-client.ts'

interface Span {
  traceId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Record<string, unknown> }[]
}

test('traces are sent to the configured collector without personal data', async () => {
  const spans: Span[] = []
  let received = ''
  const collector = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received += body
    const { resourceSpans } = JSON.parse(body) as {
      resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
    }
    spans.push(...resourceSpans.flatMap((r) => r.scopeSpans.flatMap((s) => s.spans)))
    response.setHeader('Content-Type', 'application/json')
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo
  const product = await startProduct(
    'content',
    { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_SERVICE_NAME: 'our-readr' },
    ALONE,
  )
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  await ask(product.origin, '/summaries/walden?private=1', {
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  })
  await ask(product.origin, `/reset-password/${'A'.repeat(43)}`)
  // The remaining spans are sent before the product exits.
  expect((await product.stop()).status).toBe(0)
  collector.close()

  const page = spans.find(({ name }) => name === 'GET /summaries/:slug')!
  expect(page).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' })
  expect(page.attributes).toContainEqual({
    key: 'http.response.status_code',
    value: { intValue: 200 },
  })
  expect(spans.map(({ name }) => name)).toContain('GET /reset-password/:token')
  expect(received).toContain('our-readr')
  expect(received).not.toMatch(/private|walden|A{43}|127\.0\.0\.1/)
})
