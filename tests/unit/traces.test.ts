import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { statementSpan } from '#app/platform/statement-span.ts'
import { requestSpan } from '#app/platform/stripe-span.ts'
import { traceTo } from '#app/platform/tracing-otlp.server.ts'
import { inSpan, inTrace, readTraceparent, traceRequest } from '#app/platform/tracing.server.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'

test.each([
  [`00-${TRACE}-${SPAN}-01`, { traceId: TRACE, spanId: SPAN, traceFlags: 1 }],
  [`00-${'0'.repeat(32)}-${SPAN}-01`, null],
  [`00-${TRACE}-${'0'.repeat(16)}-01`, null],
  [`00-${TRACE.toUpperCase()}-${SPAN}-01`, null],
  [`00-${TRACE}-${SPAN}-01"}`, null],
  ['', null],
  [undefined, null],
])('the header %j', (header, parent) => {
  expect(readTraceparent(header)).toEqual(parent)
})

test.each([
  ['SELECT b."id" FROM "Book" b WHERE b."id" = ?', 'SELECT Book'],
  ['SELECT `main`.`User`.`id` FROM `main`.`User` WHERE 1=1', 'SELECT User'],
  ['insert INTO "public"."Session" ("id") VALUES ($1)', 'INSERT Session'],
  ['UPDATE "User" SET "name" = ? WHERE "id" IN (SELECT "userId" FROM "Session")', 'UPDATE User'],
  ['DELETE FROM "Lease"', 'DELETE Lease'],
  ['WITH x AS (SELECT 1 FROM "Book") SELECT * FROM x', 'SELECT Book'],
  ['WITH x AS (SELECT 1 FROM "Book") DELETE FROM "Lease"', 'DELETE Book'],
  ['BEGIN', 'BEGIN'],
  ['', 'STATEMENT'],
])('%s is %s', (sql, summary) => {
  const { name, attributes } = statementSpan('sqlite', sql)
  expect([name, attributes['db.query.summary']]).toEqual([summary, summary])
})

test('texts in a statement are left out, and long statements are cut', () => {
  const textOf = (sql: string) => statementSpan('postgresql', sql).attributes['db.query.text']
  expect(textOf(`SELECT 'it''s a secret', 1\n  FROM "Book"`)).toBe('SELECT ?, 1 FROM "Book"')
  expect(String(textOf(`SELECT ${'x, '.repeat(10_000)}1`))).toHaveLength(2000)
})

test.each([
  ['/v1/customers/cus_NffrFeUfNV2Hib', '/v1/customers/:id'],
  ['/v1/subscriptions?customer=cus_1', '/v1/subscriptions'],
  ['/v1/invoices/in_1Mt/lines', '/v1/invoices/:id/lines'],
  ['/v1/checkout/sessions/cs_test_a1', '/v1/checkout/sessions/:id'],
  ['/v1/promotion_codes/ada%40example.com', '/v1/promotion_codes/:id'],
])('a request to %s is one to %s', (path, template) => {
  expect(requestSpan('GET', path, 'api.stripe.com', 443)).toMatchObject({
    name: `GET ${template}`,
    attributes: { 'url.template': template },
  })
})

test('without a collector, operations just run', async () => {
  const trace = traceRequest('GET', { traceparent: `00-${TRACE}-${SPAN}-01` })
  const describe = () => expect.unreachable()
  expect(await inTrace(trace, () => inSpan(describe, async () => 1))).toBe(1)
})

test('a request records a bounded number of operations, and counts the others', async () => {
  let received = ''
  const collector = createServer(async (request, response) => {
    for await (const chunk of request) received += String(chunk)
    response.setHeader('Content-Type', 'application/json')
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const tracing = traceTo(`http://127.0.0.1:${(collector.address() as AddressInfo).port}`, 'readr')
  const trace = tracing.request('GET', null)
  for (let i = 0; i < 105; i++) trace.begin({ name: 'operation', attributes: {} })?.end({})
  trace.end('/', 503)
  expect(trace.begin({ name: 'late', attributes: {} })).toBeUndefined()
  const job = tracing.job('email')
  job.begin({ name: 'refused', attributes: {} })!.end({ failure: 'ECONNREFUSED' })
  job.end('TypeError')
  await tracing.stop()
  collector.close()
  expect(received.match(/"name":"operation"/g)).toHaveLength(100)
  expect(received).toContain('{"key":"readr.operations.unrecorded","value":{"intValue":5}}')
  for (const failure of ['503', 'ECONNREFUSED', 'TypeError']) {
    expect(received).toContain(`{"key":"error.type","value":{"stringValue":"${failure}"}}`)
  }
})
