import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { newRequestFacts } from '#app/middleware/context.server.ts'
import { deliverRemembered } from '#app/middleware/deliver.server.ts'
import { admit } from '#app/middleware/load-shedding.server.ts'

/** A request of a visitor for a page that is not cached. */
function requestFor(path: string) {
  const request = new IncomingMessage(new Socket())
  Object.assign(request, { method: 'GET', url: path })
  const response = new ServerResponse(request)
  return { request, response }
}

/** What the HTTP server does when the client disconnects. */
function disconnect(response: ServerResponse): void {
  Object.assign(response, { destroyed: true, _closed: true })
  response.emit('close')
}

/** Requests a page from the cache; the outcome is `waits` until there is a response. */
function ask(path: string) {
  const asked = { ...requestFor(path), outcome: 'waits' }
  void (async () => {
    const page = await deliverRemembered(asked.request, asked.response, 'http:')
    asked.outcome = page ? 'cached' : 'rendered'
  })()
  return asked
}

const outcomes = (all: { outcome: string }[]) => all.map(({ outcome }) => outcome)

test('a request whose client has disconnected takes no place', async () => {
  const { request, response } = requestFor('/login')
  disconnect(response)
  expect(await admit(request, response, newRequestFacts())).toBe(false)
})

test('if the visitor for whom a page is rendered disconnects, it is rendered for another one', async () => {
  const path = '/summaries/left-by-the-first'
  const first = ask(path)
  await expect.poll(() => first.outcome).toBe('rendered')
  const waiting = [ask(path), ask(path), ask(path)]
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(outcomes(waiting)).toEqual(['waits', 'waits', 'waits'])
  disconnect(waiting[0]!.response)
  disconnect(first.response)
  await expect.poll(() => outcomes(waiting).toSorted()).toEqual(['rendered', 'rendered', 'waits'])
  // One of the others renders it, not the one that has disconnected.
  expect(waiting[0]!.outcome).toBe('rendered')
  for (const { response } of waiting) disconnect(response)
  await expect.poll(() => outcomes(waiting)).toEqual(['rendered', 'rendered', 'rendered'])
})
