import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { newRequestFacts } from '#app/middleware/context.server.ts'
import { deliverRemembered } from '#app/middleware/deliver.server.ts'
import { admit } from '#app/middleware/load-shedding.server.ts'

/** A visitor's request for a page that nobody has asked for before. */
function requestFor(path: string) {
  const request = new IncomingMessage(new Socket())
  Object.assign(request, { method: 'GET', url: path })
  const response = new ServerResponse(request)
  return { request, response }
}

/** As the HTTP server says it when a connection is gone. */
function leave(response: ServerResponse): void {
  Object.assign(response, { destroyed: true, _closed: true })
  response.emit('close')
}

/** Asks the memory; `waits` until it has said something. */
function ask(path: string) {
  const asked = { ...requestFor(path), outcome: 'waits' }
  void (async () => {
    const page = await deliverRemembered(asked.request, asked.response, 'http:')
    asked.outcome = page ? 'remembered' : 'made'
  })()
  return asked
}

const outcomes = (all: { outcome: string }[]) => all.map(({ outcome }) => outcome)

test('a request whose client has left takes no place', async () => {
  const { request, response } = requestFor('/login')
  leave(response)
  expect(await admit(request, response, newRequestFacts())).toBe(false)
})

test('a page whose maker leaves is made by one of those who wait for it', async () => {
  const path = '/summaries/left-by-its-maker'
  const maker = ask(path)
  await expect.poll(() => maker.outcome).toBe('made')
  const waiting = [ask(path), ask(path), ask(path)]
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(outcomes(waiting)).toEqual(['waits', 'waits', 'waits'])
  leave(waiting[0]!.response)
  leave(maker.response)
  await expect.poll(() => outcomes(waiting).toSorted()).toEqual(['made', 'made', 'waits'])
  // Whoever has left makes nothing: one of the others does.
  expect(waiting[0]!.outcome).toBe('made')
  for (const { response } of waiting) leave(response)
  await expect.poll(() => outcomes(waiting)).toEqual(['made', 'made', 'made'])
})
