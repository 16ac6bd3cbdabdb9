import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALONE, type Product, startProduct } from '#tests/setup/product.ts'

const CACHED = '/browse/books'
const MAX_PER_CONNECTION = 8
/** More than are served at the same time, and than are reserved for others. */
const CROWD = 129

let product: Product

beforeAll(async () => {
  const variables = { DEMO: '1', TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '1000' }
  product = await startProduct('content', variables, ALONE)
  await statusOf(CACHED, '203.0.113.1')
})
afterAll(() => product.stop())

const headers = (address: string) =>
  `Host: 127.0.0.1:${product.port}\r\nX-Forwarded-For: ${address}\r\n`
const GET = (path: string, address: string, more = '') =>
  `GET ${path} HTTP/1.1\r\n${headers(address)}${more}\r\n`

/** Opens a connection and sends this together. */
function send(text: string) {
  const socket = connect(product.port, '127.0.0.1')
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(text)
  return { socket, closed }
}

/** The statuses on a connection until the server closes it. */
async function statusesOf(text: string): Promise<number[]> {
  const { socket, closed } = send(text)
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk) => (received += chunk))
  await closed
  return [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
}

const statusOf = async (path: string, address: string) =>
  (await statusesOf(GET(path, address, 'Connection: close\r\n')))[0]

describe('requests that a connection sends before it reads the answers', () => {
  const pipelined = (count: number) =>
    GET(CACHED, '203.0.113.2').repeat(count - 1) +
    GET(CACHED, '203.0.113.2', 'Connection: close\r\n')

  test('are answered if there are few', async () => {
    const statuses = await statusesOf(pipelined(MAX_PER_CONNECTION))
    expect(statuses).toEqual(Array.from({ length: MAX_PER_CONNECTION }, () => 200))
  })

  test.each([MAX_PER_CONNECTION + 1, 60, 2000])('close it if there are %d', async (count) => {
    expect(await statusesOf(pipelined(count))).toEqual([])
    expect(await statusOf('/healthz', '203.0.113.2')).toBe(200)
  })

  test('close it if it never reads', async () => {
    const { socket, closed } = send(pipelined(60))
    socket.pause()
    // A paused socket notices its end when it writes.
    const sending = setInterval(() => socket.write(GET(CACHED, '203.0.113.2')), 20)
    await closed
    clearInterval(sending)
    expect(await statusOf('/healthz', '203.0.113.2')).toBe(200)
  })
})

test('a network with too many requests waits also for cached pages, and others do not', async () => {
  const body = 'x=y'
  const slow = `POST /login HTTP/1.1\r\n${headers('203.0.113.3')}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`
  const crowd = Array.from({ length: CROWD }, () => send(slow))
  const order: string[] = []
  const asked = statusOf(CACHED, '203.0.113.3').then((status) => order.push(`crowd ${status}`))
  // Its connection comes after those of the crowd, and so does what it is asked.
  expect(await statusOf(CACHED, '203.0.113.4')).toBe(200)
  expect(await statusOf(`${CACHED}?search=life`, '203.0.113.4')).toBe(200)
  order.push('others')
  for (const { socket } of crowd) socket.write(body)
  await asked
  expect(order).toEqual(['others', 'crowd 200'])
  await Promise.all(crowd.map(({ socket, closed }) => (socket.resume(), closed)))
})
