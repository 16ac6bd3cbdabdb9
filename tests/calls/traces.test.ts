import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startStripeEmulator } from '#packages/stripe-emulator/src/emulator.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { PRODUCTION, startProduct } from '#tests/setup/product.ts'
import { TestSmtpServer } from '#tests/store/smtp-server.ts'
import { ask, newReader } from './accounts-client.ts'
import { BILLING, MONTHLY } from './billing-site.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  name: string
  attributes: { key: string; value: Record<string, unknown> }[]
}

/** As OTLP numbers them. */
const [INTERNAL, SERVER, CLIENT] = [1, 2, 3]
const SOON = { interval: 20, timeout: 30_000 }

/** A collector on loopback. */
async function startCollector() {
  const heard = { spans: [] as Span[], text: '' }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    heard.text += body
    const { resourceSpans } = JSON.parse(body) as {
      resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
    }
    heard.spans.push(...resourceSpans.flatMap((r) => r.scopeSpans.flatMap((s) => s.spans)))
    response.setHeader('Content-Type', 'application/json')
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { heard, url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

test('traces have the statements, emails, and calls to Stripe of requests and jobs, without personal data', async () => {
  const collector = await startCollector()
  const smtp = new TestSmtpServer(await freePort())
  await smtp.open()
  const emulator = await startStripeEmulator()
  const product = await startProduct(
    'content',
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: 'our-readr',
      TRUST_PROXY: '1',
      AUTH_SECRETS: PRODUCTION.AUTH_SECRETS,
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      SUPPORT_EMAIL: PRODUCTION.SUPPORT_EMAIL,
      STRIPE_SECRET_KEY: emulator.secretKey,
      STRIPE_PUBLISHABLE_KEY: emulator.publishableKey,
      STRIPE_WEBHOOK_SECRET: emulator.webhookSecret,
      STRIPE_API_URL: emulator.apiUrl,
      MOBILE_WEBHOOK_SECRET: PRODUCTION.MOBILE_WEBHOOK_SECRET,
    },
    { processes: 1 },
  )
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const traceOf = (n: number) => `${traceId.slice(0, -1)}${n}`
  const headers = (n: number, flags = '01') => ({
    traceparent: `00-${traceOf(n)}-b7ad6b7169203331-${flags}`,
    'X-Forwarded-For': '198.51.100.7',
  })
  await ask(product.origin, '/summaries/walden?private=1', { headers: headers(1) })
  await ask(product.origin, '/books?search=unspeakable', { headers: headers(2) })
  await ask(product.origin, `/reset-password/${'A'.repeat(43)}`)
  await ask(product.origin, '/about', { headers: headers(5, '00') })
  const reader = await newReader(product.origin)
  await expect.poll(() => smtp.received.length, SOON).toBeGreaterThan(0)
  const begun = await ask(product.origin, BILLING, {
    token: reader.token,
    json: { planId: MONTHLY },
    headers: headers(3),
  })
  expect(begun.status).toBe(201)
  // The remaining spans are sent before the product exits.
  const { status, stdout } = await product.stop()
  expect(status).toBe(0)
  collector.close()
  await smtp.reset()
  await emulator.close()

  const { spans, text } = collector.heard
  const inTrace = (n: number) => spans.filter((span) => span.traceId === traceOf(n))
  const childrenOf = ({ spanId }: Span) => spans.filter((span) => span.parentSpanId === spanId)
  const page = inTrace(1).find(({ kind }) => kind === SERVER)!
  expect(page).toMatchObject({ name: 'GET /summaries/:slug', parentSpanId: 'b7ad6b7169203331' })
  expect(attributesOf(page)).toMatchObject({ 'http.response.status_code': 200 })
  expect(spans.map(({ name }) => name)).toContain('GET /reset-password/:token')

  const system = process.env['TEST_POSTGRES_URL'] ? 'postgresql' : 'sqlite'
  const topics = childrenOf(page).find(({ name }) => name === 'SELECT BookTopic')!
  expect(topics.kind).toBe(CLIENT)
  expect(attributesOf(topics)).toMatchObject({
    'db.system.name': system,
    'db.operation.name': 'SELECT',
    'db.collection.name': 'BookTopic',
    'db.query.summary': 'SELECT BookTopic',
    'db.query.text': expect.stringContaining('SELECT "topic" FROM "BookTopic" WHERE "bookId" ='),
  })
  expect(inTrace(2).map(({ name }) => name)).toContain('GET /books')
  expect(inTrace(5)).toEqual([])

  const started = inTrace(3).find(({ kind }) => kind === SERVER)!
  const atStripe = childrenOf(started).find(({ name }) => name === 'POST /v1/subscriptions')!
  expect(atStripe.kind).toBe(CLIENT)
  expect(attributesOf(atStripe)).toMatchObject({
    'http.request.method': 'POST',
    'url.template': '/v1/subscriptions',
    'server.address': '127.0.0.1',
    'http.response.status_code': 200,
  })

  const email = spans.find(({ name }) => name === 'send email')!
  expect(email.kind).toBe(CLIENT)
  expect(attributesOf(email)).toMatchObject({ 'network.protocol.name': 'smtp' })
  const job = spans.find(({ spanId }) => spanId === email.parentSpanId)!
  expect(job).toMatchObject({ name: 'task email', kind: INTERNAL })
  expect(job.parentSpanId ?? '').toBe('')

  expect(text).toContain('our-readr')
  const secrets = [reader.email, 'Ada', 'private', 'walden', 'unspeakable', 'A'.repeat(43)]
  const others = ['198.51.100.7', 'cus_', 'sub_', emulator.secretKey, PRODUCTION.AUTH_SECRETS]
  expect([...secrets, ...others].filter((secret) => text.includes(secret))).toEqual([])

  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines.find(({ route }) => route === '/summaries/:slug')).toMatchObject({
    trace_id: traceOf(1),
  })
  expect(lines.find(({ route }) => route === '/about')).toMatchObject({ trace_id: traceOf(5) })
  expect(lines.find(({ route }) => route === '/reset-password/:token')).toMatchObject({
    trace_id: spans.find(({ name }) => name === 'GET /reset-password/:token')!.traceId,
  })
  expect(lines.find(({ msg }) => msg === 'listening')).not.toHaveProperty('trace_id')
})
