import { HttpNetworkFrame } from 'msw/experimental'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { HANDLERS } from './handlers.ts'

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Plays the world outside for the tests of a file. Requests to this machine pass. A request to
 * another one that no handler knows fails the test, even if the caller catches the error
 * (tests/setup/console.ts).
 */
export function playOutside() {
  const outside = setupServer(...HANDLERS)
  beforeAll(() =>
    outside.listen({
      onUnhandledFrame({ frame }) {
        if (!(frame instanceof HttpNetworkFrame)) throw new Error('Not HTTP.')
        const { method, url } = frame.data.request
        if (LOOPBACK.has(new URL(url).hostname)) return
        console.error(`No handler in tests/outside knows ${method} ${url}`)
        throw Response.error()
      },
    }),
  )
  afterEach(() => outside.resetHandlers())
  afterAll(() => outside.close())
  return outside
}
