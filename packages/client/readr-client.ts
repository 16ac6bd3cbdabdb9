/**
 * A client of Readr's JSON API for apps and other programs. It needs only fetch and
 * AbortController, which browsers, Node, and React Native have.
 */
import { type Call, CALLS } from './calls.ts'
import { ReadrError } from './errors.ts'
import {
  type Answer,
  createAsk,
  type Input,
  isObject,
  refusal,
  refusesToken,
  TIMED_OUT,
} from './requests.ts'
import { memoryTokenStore, refreshTokenIn, type TokenStore } from './tokens.ts'
import type { OperationId, Operations } from './types.ts'

export { type Failure, ReadrError } from './errors.ts'
export { memoryTokenStore, type Tokens, type TokenStore } from './tokens.ts'
export type * from './types.ts'

const TIMEOUT_MS = 10_000

export type Destination = '/login' | '/403' | '/500'

export interface ReadrClientOptions {
  /** The address of Readr, such as https://readr.example. */
  baseUrl: string
  /** Default: memory, which is lost when the program ends. */
  tokenStore?: TokenStore
  /** Default: the platform's. */
  fetch?: typeof fetch
  /** Default: the browser goes there; elsewhere nothing happens. */
  onNavigate?: (to: Destination) => void
  /** The path that the user is looking at. Default: the browser's; elsewhere none. */
  currentPath?: () => string | undefined
  /** How long one answer may take, in milliseconds. Default: 10,000. */
  timeoutMs?: number
}

export interface CallOptions {
  /** Aborts the call. */
  signal?: AbortSignal
}

type Method<K extends OperationId> =
  Record<string, never> extends Operations[K]['input']
    ? (input?: Operations[K]['input'], options?: CallOptions) => Promise<Operations[K]['answer']>
    : (input: Operations[K]['input'], options?: CallOptions) => Promise<Operations[K]['answer']>

/**
 * One method per call, named by its operationId. Each takes path, query, and body in one object and
 * returns what the server answers. All throw ReadrError.
 */
export type ReadrClient = { [K in Exclude<OperationId, 'logout'>]: Method<K> } & {
  /** Forgets the tokens even if the server cannot be reached; never throws. */
  logout(): Promise<void>
}

type RefreshAnswer = Operations['refreshToken']['answer']

/** The result of a token refresh. `signedOut` remembers whether the user was sent to /login. */
type Refresh =
  | { result: 'refreshed'; answer: RefreshAnswer }
  | { result: 'signedOut'; error: ReadrError; userWasSent: boolean }
  | { result: 'unknown'; error: ReadrError }

const browserLocation = () => (globalThis as { location?: Location }).location

const refreshed = (accessToken: string): Refresh => ({
  result: 'refreshed',
  answer: { success: true, accessToken, data: { accessToken } },
})

function hasItsToken(call: Call, { data }: Input): boolean {
  return !call.signsIn || (isObject(data) && typeof data['accessToken'] === 'string')
}

/** A client of the Readr at an address. Programs that share tokens share a client or a store. */
export function createReadrClient(options: ReadrClientOptions): ReadrClient {
  const {
    tokenStore = memoryTokenStore(),
    onNavigate = (to) => browserLocation()?.assign(to),
    currentPath = () => browserLocation()?.pathname,
    timeoutMs = TIMEOUT_MS,
  } = options
  const origin = options.baseUrl.replace(/\/+$/, '')
  const send: typeof fetch = options.fetch ?? ((...request) => fetch(...request))
  const ask = createAsk(origin, send, tokenStore, timeoutMs)

  /** Grows with every sign-in, sign-out, and refresh, to tell old tokens from new ones. */
  let generation = 0
  let pendingRefresh: Promise<Refresh> | null = null
  let lastRefresh: Refresh | null = null

  /** The JSON of a success. @throws ReadrError for other answers, after onNavigate */
  function read(call: Call, answer: Answer): unknown {
    const { status, body } = answer
    if (status >= 200 && status < 300) {
      if (isObject(body) && hasItsToken(call, body)) return body
      throw new ReadrError('unreadable', call.fallbackMessage, status)
    }
    if (status === 500) onNavigate('/500')
    if (status === 403 && !refusesToken(answer)) onNavigate('/403')
    throw refusal(call, answer)
  }

  async function storeTokens(accessToken: string, headers: Headers): Promise<void> {
    const refreshToken = refreshTokenIn(headers)
    await tokenStore.set({ accessToken, ...(refreshToken ? { refreshToken } : {}) })
  }

  async function askForRefresh(): Promise<{ refresh: Refresh; headers?: Headers }> {
    const call = CALLS.refreshToken
    try {
      const answer = await ask(call, {})
      const { status, headers } = answer
      if (status >= 400 && status < 500 && status !== 429) {
        const error = refusal(call, answer)
        return { refresh: { result: 'signedOut', error, userWasSent: false } }
      }
      const { data } = read(call, answer) as RefreshAnswer
      return { refresh: refreshed(data.accessToken), headers }
    } catch (error) {
      if (!(error instanceof ReadrError)) throw error
      return { refresh: { result: 'unknown', error } }
    }
  }

  async function refreshTokens(): Promise<Refresh> {
    const before = generation
    const { refresh, headers } = await askForRefresh()
    // The user has signed in or out in the meantime, so nobody uses these tokens any more.
    if (generation !== before) return lastRefresh ?? refresh
    generation++
    lastRefresh = refresh
    if (refresh.result === 'signedOut') await tokenStore.clear()
    if (headers && refresh.result === 'refreshed') {
      await storeTokens(refresh.answer.accessToken, headers)
    }
    return refresh
  }

  /** Refreshes tokens of this generation, once for all calls that need it. */
  function refreshOnce(usedGeneration: number): Promise<Refresh> {
    if (!pendingRefresh && lastRefresh && usedGeneration !== generation) {
      return Promise.resolve(lastRefresh)
    }
    pendingRefresh ??= refreshTokens().finally(() => {
      pendingRefresh = null
    })
    return pendingRefresh
  }

  async function perform(call: Call, input: Input, signal?: AbortSignal): Promise<unknown> {
    const usedGeneration = generation
    const answer = await ask(call, input, signal)
    if (call.neverRefreshes || !refusesToken(answer)) return read(call, answer)
    const refresh = await refreshOnce(usedGeneration)
    if (refresh.result === 'refreshed') return read(call, await ask(call, input, signal))
    // The session may still be valid, so the tokens and the user stay.
    if (refresh.result === 'unknown') throw refresh.error
    if (!refresh.userWasSent && !call.staysHere && currentPath() !== '/login') {
      refresh.userWasSent = true
      onNavigate('/login')
    }
    throw refusal(call, answer)
  }

  /** Performs a call within its time; a refresh that other calls wait for continues after it. */
  async function performInTime(call: Call, input: Input, signal?: AbortSignal): Promise<unknown> {
    const { wholeTimeoutMs } = call
    if (wholeTimeoutMs === undefined) return perform(call, input, signal)
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ReadrError('timeout', TIMED_OUT)), wholeTimeoutMs)
    })
    const done = perform(call, input, signal)
    return Promise.race([done, late]).finally(() => clearTimeout(timer))
  }

  async function signIn<K extends 'login' | 'register' | 'twoFactor'>(
    name: K,
    input: Operations[K]['input'],
    signal?: AbortSignal,
  ): Promise<Operations[K]['answer']> {
    const call = CALLS[name]
    const sent = 'email' in input ? { ...input, email: input.email.toLowerCase() } : { ...input }
    const answer = await ask(call, sent, signal)
    const body = read(call, answer) as Operations[K]['answer']
    // With two-factor sign-in there are no tokens before the second step.
    if (!('accessToken' in body.data)) return body
    lastRefresh = refreshed(body.data.accessToken)
    generation++
    await storeTokens(body.data.accessToken, answer.headers)
    return body
  }

  async function forgetTokens(): Promise<void> {
    generation++
    // Calls in flight must not send the user to /login.
    const error = new ReadrError('refused', CALLS.me.fallbackMessage, 401)
    lastRefresh = { result: 'signedOut', error, userWasSent: true }
    await tokenStore.clear()
  }

  const plain = Object.fromEntries(
    Object.entries(CALLS).map(([name, call]) => [
      name,
      (input: Input = {}, { signal }: CallOptions = {}) => performInTime(call, input, signal),
    ]),
  ) as unknown as ReadrClient

  return {
    ...plain,
    login: (input, { signal } = {}) => signIn('login', input, signal),
    register: (input, { signal } = {}) => signIn('register', input, signal),
    twoFactor: (input, { signal } = {}) => signIn('twoFactor', input, signal),
    async refreshToken() {
      const refresh = await refreshOnce(generation)
      if (refresh.result === 'refreshed') return refresh.answer
      throw refresh.error
    },
    async logout() {
      await ask(CALLS.logout, {}).catch(() => {})
      await forgetTokens()
    },
    async deleteAccount(input = {}, { signal } = {}) {
      const answer = await plain.deleteAccount(input, { signal })
      await forgetTokens()
      return answer
    },
  }
}
