import { http, type HttpResponseResolver } from 'msw/http'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import {
  createReadrClient,
  type Destination,
  memoryTokenStore,
  ReadrError,
  type ReadrClientOptions,
  type Tokens,
} from '#packages/client/readr-client.ts'
import { playOutside } from '#tests/outside/outside.ts'
import { READR } from '#tests/outside/readr.ts'

/** Clients of a played server, whose time passes only with vi.advanceTimersByTimeAsync. */
export function withClients() {
  const outside = playOutside()
  /** Every request of the test so far. */
  const asked: Request[] = []
  outside.events.on('request:start', ({ request }) => void asked.push(request))
  beforeEach(() => {
    asked.length = 0
    vi.useFakeTimers()
  })
  afterEach(() => void vi.useRealTimers())
  const paths = () => asked.map(({ url }) => new URL(url).pathname)
  return {
    asked,
    paths,
    /** How many requests a path got. */
    count: (path: string) => paths().filter((one) => one === path).length,
    /** Replaces the answers of a path, or of all. */
    answer: (path: string, resolver: HttpResponseResolver) =>
      outside.use(http.all(READR + path, resolver)),
  }
}

/** A client with an access token that has expired, its navigations, and its tokens. */
export function newClient(options: Partial<ReadrClientOptions> = {}) {
  const sentTo: Destination[] = []
  const store =
    options.tokenStore ?? memoryTokenStore({ accessToken: 'expired', refreshToken: 'first' })
  const client = createReadrClient({
    baseUrl: READR,
    onNavigate: (to) => sentTo.push(to),
    ...options,
    tokenStore: store,
  })
  return { client, sentTo, tokens: () => store.get() as Tokens | null }
}

/** The error of a call that must fail. */
export async function failure(call: Promise<unknown>): Promise<ReadrError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ReadrError)
  return error as ReadrError
}
