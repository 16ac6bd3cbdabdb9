import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { newRequestContext } from '#app/middleware/request/context.server.ts'
import { readCaching, cached } from '#app/middleware/cache/caching.server.ts'
import { sendCached } from '#app/middleware/cache/send-cached.server.ts'
import { admit } from '#app/middleware/connection-limits.server.ts'

/** A visitor's first request for a page. */
function requestFor(path: string) {
  const request = new IncomingMessage(new Socket())
  Object.assign(request, { method: 'GET', url: path })
  const response = new ServerResponse(request)
  return { request, response }
}

const module = { loader: cached({}, async () => null) }
readCaching({ summary: { path: 'summaries/:slug', module } })

/** Imitates the HTTP server when a client disconnects. */
function disconnect(response: ServerResponse): void {
  Object.assign(response, { destroyed: true, _closed: true })
  response.emit('close')
}

/** Asks the page cache. */
function ask(path: string) {
  const asked = { ...requestFor(path), outcome: 'waiting' }
  void (async () => {
    const isSent = await sendCached(asked.request, asked.response, newRequestContext())
    asked.outcome = isSent ? 'cached' : 'rendering'
  })()
  return asked
}

const outcomes = (all: { outcome: string }[]) => all.map(({ outcome }) => outcome)

test('a request whose client disconnected takes no slot', async () => {
  const { request, response } = requestFor('/login')
  disconnect(response)
  expect(await admit(request, response, newRequestContext())).toBe(false)
})

/** Asks for admission. */
function enter() {
  const asked = { ...requestFor('/login'), isServed: false }
  void (async () => {
    asked.isServed = await admit(asked.request, asked.response, newRequestContext())
  })()
  return asked
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a request starts in the next turn, and further ones a few in a turn', async () => {
  const all = [enter()]
  await Promise.resolve()
  // Not right away: its client may have disconnected already, which the next turn shows.
  expect(all[0]!.isServed).toBe(false)
  await turn()
  expect(all[0]!.isServed).toBe(true)
  all.push(...Array.from({ length: 40 }, enter))
  const served = () => all.filter(({ isServed }) => isServed).length
  for (let before = served(); before < all.length; before = served()) {
    await turn()
    // Fewer on a slow machine.
    expect(served() - before).toBeLessThanOrEqual(8)
  }
  for (const { response } of all) disconnect(response)
  await turn()
})

test('a page is rendered by a waiting request if the first client disconnects', async () => {
  const path = '/summaries/abandoned'
  const first = ask(path)
  await expect.poll(() => first.outcome).toBe('rendering')
  const waiting = [ask(path), ask(path), ask(path)]
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(outcomes(waiting)).toEqual(['waiting', 'waiting', 'waiting'])
  disconnect(waiting[0]!.response)
  disconnect(first.response)
  await expect
    .poll(() => outcomes(waiting).toSorted())
    .toEqual(['rendering', 'rendering', 'waiting'])
  // The waiting client that disconnected does not count: one of the others renders the page.
  expect(waiting[0]!.outcome).toBe('rendering')
  for (const { response } of waiting) disconnect(response)
  await expect.poll(() => outcomes(waiting)).toEqual(['rendering', 'rendering', 'rendering'])
})
