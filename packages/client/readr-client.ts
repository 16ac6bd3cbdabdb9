/**
 * A client of Readr's JSON API for apps and other programs. It needs fetch and AbortController,
 * which browsers, Node and React Native have, and nothing else.
 */
// "./types.js" means types.ts to every setting of every compiler, and nothing at run time.
import type { ErrorAnswer, OperationId, Operations } from './types.js'

export type * from './types.js'

/** How long an answer may take, in milliseconds, unless the caller says otherwise. */
const TIMEOUT_MS = 10_000
/** The current user is asked for while an app starts: it must not wait longer, in milliseconds. */
const CURRENT_USER_TIMEOUT_MS = 8_000

/** How a reader stands is asked for while pages load, in milliseconds. */
const SUBSCRIPTION_TIMEOUT_MS = 5_000

/** Over https its name has a prefix; of the two names in a request the server reads its own. */
const REFRESH_COOKIES = ['__Secure-readr_refresh', 'readr_refresh']
const TIMED_OUT = 'Request timeout. Please check your connection and try again.'
const FAILED = 'An error occurred. Please try again.'
const WRONG_PASSWORD = 'Invalid email or password. Please try again.'
const SIGN_IN_MISSING = 'Authentication service is temporarily unavailable. Please try again later.'
/** With these words a 403 is about the token; with any other it is about the reader. */
const TOKEN_PROBLEMS: unknown[] = ['Invalid or expired token', 'Token has expired']

/** What is kept of a sign-in. */
export interface Tokens {
  /** Valid for fifteen minutes. */
  accessToken: string
  /** Valid for thirty days, for one use; absent where the platform keeps cookies itself. */
  refreshToken?: string
}

/** Where a program keeps its tokens. Every method may answer at once or later. */
export interface TokenStore {
  get(): Tokens | null | Promise<Tokens | null>
  set(tokens: Tokens): void | Promise<void>
  clear(): void | Promise<void>
}

/** Where an app is to send its user. */
export type Destination = '/login' | '/403' | '/500'

export interface ReadrClientOptions {
  /** Where Readr is, such as https://readr.example. */
  baseUrl: string
  /** Default: memory, which forgets when the program ends. */
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
  /** Gives the call up. */
  signal?: AbortSignal
}

/**
 * Why a call failed: the server refused; no answer came in time; the server could not be reached;
 * the answer was not what the API answers; the caller gave up.
 */
export type Failure = 'refused' | 'timeout' | 'network' | 'unreadable' | 'aborted'

/** A call that failed; `message` may be shown to people. */
export class ReadrError extends Error {
  readonly failure: Failure
  /** The HTTP status, or 0 where there was no answer. */
  readonly status: number
  /** What is wrong with which field of the input. */
  readonly errors?: Record<string, string[]>
  /** When to try again, in seconds, where the server says so (429). */
  readonly retryAfterSeconds?: number

  constructor(
    failure: Failure,
    message: string,
    status = 0,
    details: Pick<ReadrError, 'errors' | 'retryAfterSeconds'> & { cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause })
    this.name = 'ReadrError'
    this.failure = failure
    this.status = status
    if (details.errors) this.errors = details.errors
    if (details.retryAfterSeconds !== undefined) this.retryAfterSeconds = details.retryAfterSeconds
  }
}

type Method<K extends OperationId> =
  Record<string, never> extends Operations[K]['input']
    ? (input?: Operations[K]['input'], options?: CallOptions) => Promise<Operations[K]['answer']>
    : (input: Operations[K]['input'], options?: CallOptions) => Promise<Operations[K]['answer']>

/**
 * One method a call, named as in the description of the API. Each takes path, query and body in
 * one object and answers what the server answers; all throw ReadrError.
 */
export type ReadrClient = { [K in Exclude<OperationId, 'logout'>]: Method<K> } & {
  /** Forgets the tokens whatever the server says; never throws. */
  logout(): Promise<void>
}

interface Call {
  method: string
  path: string
  /** What people are told when the server gives no reason. */
  otherwise?: string
  timeoutMs?: number
  /** Its answer brings an access token. */
  bringsToken?: true
  /** Its 401 is no matter of tokens that could be refreshed. */
  neverRefreshes?: true
  /** Where it fails for want of a session, the user stays where they are. */
  staysHere?: true
}

const CALLS: { [K in OperationId]: Call & Pick<Operations[K], 'method' | 'path'> } = {
  login: {
    method: 'POST',
    path: '/api/auth/login',
    otherwise: 'Login failed. Please try again.',
    bringsToken: true,
    neverRefreshes: true,
  },
  twoFactor: {
    method: 'POST',
    path: '/api/auth/two-factor',
    bringsToken: true,
    neverRefreshes: true,
  },
  register: { method: 'POST', path: '/api/auth/register', bringsToken: true, neverRefreshes: true },
  me: {
    method: 'GET',
    path: '/api/auth/me',
    timeoutMs: CURRENT_USER_TIMEOUT_MS,
    staysHere: true,
  },
  refreshToken: {
    method: 'POST',
    path: '/api/auth/refresh-token',
    bringsToken: true,
    neverRefreshes: true,
  },
  logout: { method: 'POST', path: '/auth/logout', neverRefreshes: true },
  forgotPassword: { method: 'POST', path: '/api/auth/forgot-password' },
  resetPassword: { method: 'PUT', path: '/api/auth/reset-password/{token}' },
  updateEmail: {
    method: 'PUT',
    path: '/auth/update-email',
    otherwise: 'Failed to update email.',
  },
  changePassword: {
    method: 'PUT',
    path: '/auth/change-password',
    otherwise: 'Failed to update password.',
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/auth/delete-account',
    otherwise: 'Failed to delete account. Please try again later.',
  },
  listBooks: { method: 'GET', path: '/books' },
  justArrived: { method: 'GET', path: '/api/books/just-arrived' },
  trending: { method: 'GET', path: '/api/books/trending' },
  trendingSubscribed: { method: 'GET', path: '/api/books/trending/subscribed' },
  recommendations: { method: 'GET', path: '/api/books/recommendations' },
  recommendationsSubscribed: { method: 'GET', path: '/api/books/recommendations/subscribed' },
  shuffle: { method: 'GET', path: '/api/books/shuffle/unsubscribed' },
  shuffleSubscribed: { method: 'GET', path: '/api/books/shuffle/subscribed' },
  listBooksSubscribed: { method: 'GET', path: '/api/books/subscribed' },
  justArrivedSubscribed: { method: 'GET', path: '/api/books/just-arrived/subscribed' },
  listMyBooks: { method: 'GET', path: '/api/books/my-list' },
  saveBook: { method: 'POST', path: '/api/books/my-list' },
  unsaveBook: { method: 'DELETE', path: '/api/books/my-list/{bookId}' },
  isInList: { method: 'GET', path: '/api/books/my-list/check-book/{bookId}' },
  favorites: { method: 'GET', path: '/api/books/favorites' },
  readBooks: { method: 'GET', path: '/api/books/read' },
  isRead: { method: 'GET', path: '/api/books/read/check-read/{bookId}' },
  readCount: { method: 'GET', path: '/api/books/read/read-count' },
  markRead: { method: 'POST', path: '/books/read/mark-read/{bookId}' },
  markUnread: { method: 'POST', path: '/books/read/mark-unread/{bookId}' },
  recentlyRead: { method: 'GET', path: '/api/books/recently-read' },
  recentlyReadSubscribed: { method: 'GET', path: '/api/books/recently-read/subscribed' },
  listPlaces: { method: 'GET', path: '/api/books/places' },
  keepPlace: { method: 'PUT', path: '/api/books/places/{bookId}' },
  plans: { method: 'GET', path: '/api/v1/billing/plans', otherwise: 'Failed to fetch plans' },
  subscribe: {
    method: 'POST',
    path: '/api/v1/billing/subscription',
    otherwise: 'Failed to create subscription',
  },
  changePlan: {
    method: 'PUT',
    path: '/api/v1/billing/subscription',
    otherwise: 'Failed to update subscription',
  },
  cancelSubscription: {
    method: 'DELETE',
    path: '/api/v1/billing/subscription',
    otherwise: 'Failed to cancel subscription',
  },
  subscriptionStatus: {
    method: 'GET',
    path: '/api/v1/billing/subscription/status',
    otherwise: 'Failed to fetch subscription status',
    timeoutMs: SUBSCRIPTION_TIMEOUT_MS,
  },
  billingPortal: {
    method: 'POST',
    path: '/api/v1/billing/portal',
    otherwise: 'Failed to create billing portal session',
  },
  reconcile: {
    method: 'POST',
    path: '/api/v1/billing/reconcile',
    otherwise: 'Failed to reconcile subscription',
  },
  legacyChangePlan: {
    method: 'POST',
    path: '/subscription/change-plan',
    otherwise: 'Failed to update subscription',
  },
  legacyCancelSubscription: {
    method: 'POST',
    path: '/subscription/cancel-subscription',
    otherwise: 'Failed to cancel subscription',
  },
  legacyResubscribe: {
    method: 'POST',
    path: '/subscription/resubscribe',
    otherwise: 'Failed to update subscription',
  },
  legacyCancelTrial: {
    method: 'POST',
    path: '/subscription/cancel-trial',
    otherwise: 'Failed to cancel trial.',
  },
  stripeWebhook: { method: 'POST', path: '/api/webhooks/stripe' },
  mobileWebhook: { method: 'POST', path: '/api/webhooks/mobile' },
}

type Input = Record<string, unknown>

interface Answer {
  status: number
  headers: Headers
  /** The JSON; undefined where it was none. */
  body: unknown
}

/** How an exchange of the refresh token ended. `told`: the user has been sent to /login for it. */
type Renewal =
  | { end: 'renewed'; answer: Operations['refreshToken']['answer'] }
  | { end: 'over'; error: ReadrError; told: boolean }
  | { end: 'unknown'; error: ReadrError }

/** Keeps tokens until the program ends. */
export function memoryTokenStore(tokens: Tokens | null = null): TokenStore {
  return {
    get: () => tokens,
    set: (given) => void (tokens = given),
    clear: () => void (tokens = null),
  }
}

function goThere(to: Destination): void {
  ;(globalThis as { location?: Location }).location?.assign(to)
}

const isObject = (value: unknown): value is Input => typeof value === 'object' && value !== null

/** The value that a text writes; undefined where it is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const messageOf = ({ body }: Answer) =>
  isObject(body) && typeof body['message'] === 'string' && body['message'] !== ''
    ? body['message']
    : undefined

/** Seconds until a call may be tried again: the header holds them, or a date. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('Retry-After')?.trim()
  if (!value) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

/** The refresh token that an answer sets; none where the platform keeps cookies to itself. */
function refreshTokenIn(headers: Headers): string | undefined {
  const cookies: string[] =
    (headers as { getSetCookie?: () => string[] }).getSetCookie?.call(headers) ?? []
  for (const name of REFRESH_COOKIES) {
    const cookie = cookies.find((one) => one.startsWith(`${name}=`))
    const value = cookie?.slice(name.length + 1).split(';', 1)[0]
    if (value) return value
  }
  return undefined
}

/** The address and the body of a call: what is not in the path goes into the query or the body. */
function addressed({ method, path }: Call, input: Input): { path: string; body?: string } {
  const rest = { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name]
    return encodeURIComponent(String(input[name]))
  })
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  if (given.length === 0) return { path: filled }
  if (method !== 'GET') return { path: filled, body: JSON.stringify(rest) }
  const query = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return { path: `${filled}?${query.join('&')}` }
}

/** What people are told when a call was refused. */
function explanation(call: Call, answer: Answer): string {
  const { otherwise = FAILED } = call
  if (call !== CALLS.login || answer.status === 429) return messageOf(answer) ?? otherwise
  if (answer.status === 401) return WRONG_PASSWORD
  return answer.status === 404 ? SIGN_IN_MISSING : otherwise
}

function refusal(call: Call, answer: Answer): ReadrError {
  const { status, headers, body } = answer
  const seconds = retryAfter(headers)
  const errors = isObject(body) ? (body as Partial<ErrorAnswer>).errors : undefined
  return new ReadrError('refused', explanation(call, answer), status, {
    ...(isObject(errors) ? { errors } : {}),
    ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }),
  })
}

const renewedBy = (accessToken: string): Renewal => ({
  end: 'renewed',
  answer: { success: true, accessToken, data: { accessToken } },
})

/** Whether an answer that is to bring an access token does: what is kept must be one. */
function holdsItsToken(call: Call, body: Input): boolean {
  if (!call.bringsToken) return true
  return isObject(body['data']) && typeof body['data']['accessToken'] === 'string'
}

const isWell = ({ status }: Answer) => status >= 200 && status < 300

/** Whether fresh tokens could turn a refusal into an answer. */
function wantsFreshTokens(call: Call, answer: Answer): boolean {
  if (call.neverRefreshes) return false
  if (answer.status === 403) return TOKEN_PROBLEMS.includes(messageOf(answer))
  return answer.status === 401
}

/** A client of the Readr at an address. Programs that share tokens share a client or a store. */
export function createReadrClient(options: ReadrClientOptions): ReadrClient {
  const {
    tokenStore = memoryTokenStore(),
    onNavigate = goThere,
    currentPath = () => (globalThis as { location?: Location }).location?.pathname,
    timeoutMs = TIMEOUT_MS,
  } = options
  const origin = options.baseUrl.replace(/\/+$/, '')
  const send: typeof fetch = options.fetch ?? ((...request) => fetch(...request))

  /** Grows with every sign-in, sign-out and exchange: tells answers to old tokens from new ones. */
  let era = 0
  let exchange: Promise<Renewal> | null = null
  let lastRenewal: Renewal | null = null

  /** One request and its answer. @throws ReadrError timeout, network or aborted */
  async function ask(call: Call, input: Input, signal?: AbortSignal): Promise<Answer> {
    const tokens = await tokenStore.get()
    const { path, body } = addressed(call, input)
    const headers: Record<string, string> = { Accept: 'application/json' }
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    if (tokens) headers['Authorization'] = `Bearer ${tokens.accessToken}`
    if (call === CALLS.refreshToken) headers['X-Refresh-Request'] = '1'
    // Signing out takes it too: the session ends even when the access token is too old to name it.
    if (tokens?.refreshToken && (path.startsWith('/api/auth/') || call === CALLS.logout)) {
      headers['Cookie'] = REFRESH_COOKIES.map((name) => `${name}=${tokens.refreshToken}`).join('; ')
    }

    const controller = new AbortController()
    let timedOut = false
    const timer = setTimeout(
      () => {
        timedOut = true
        controller.abort()
      },
      Math.min(timeoutMs, call.timeoutMs ?? timeoutMs),
    )
    const giveUp = () => controller.abort()
    signal?.addEventListener('abort', giveUp)
    if (signal?.aborted) giveUp()
    try {
      const response = await send(origin + path, {
        method: call.method,
        headers,
        credentials: 'include',
        signal: controller.signal,
        ...(body === undefined ? {} : { body }),
      })
      return {
        status: response.status,
        headers: response.headers,
        body: parseJson(await response.text()),
      }
    } catch (cause) {
      if (timedOut) throw new ReadrError('timeout', TIMED_OUT, 0, { cause })
      if (signal?.aborted) throw new ReadrError('aborted', 'The call was given up.', 0, { cause })
      throw new ReadrError('network', call.otherwise ?? FAILED, 0, { cause })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    }
  }

  /** The JSON of a good answer. @throws ReadrError for any other, having sent the user away */
  function read(call: Call, answer: Answer): unknown {
    if (isWell(answer)) {
      if (isObject(answer.body) && holdsItsToken(call, answer.body)) return answer.body
      throw new ReadrError('unreadable', call.otherwise ?? FAILED, answer.status)
    }
    if (answer.status === 500) onNavigate('/500')
    if (answer.status === 403 && !TOKEN_PROBLEMS.includes(messageOf(answer))) onNavigate('/403')
    throw refusal(call, answer)
  }

  /** Keeps what a sign-in or an exchange has answered. */
  async function keep(accessToken: string, headers: Headers): Promise<void> {
    const refreshToken = refreshTokenIn(headers)
    await tokenStore.set({ accessToken, ...(refreshToken ? { refreshToken } : {}) })
  }

  /** What the server makes of the refresh token. */
  async function askForRenewal(): Promise<{ renewal: Renewal; headers?: Headers }> {
    try {
      const answer = await ask(CALLS.refreshToken, {})
      const { status, headers } = answer
      if (status >= 400 && status < 500 && status !== 429) {
        const error = refusal(CALLS.refreshToken, answer)
        return { renewal: { end: 'over', error, told: false } }
      }
      const body = read(CALLS.refreshToken, answer) as Operations['refreshToken']['answer']
      return { renewal: renewedBy(body.data.accessToken), headers }
    } catch (error) {
      if (!(error instanceof ReadrError)) throw error
      return { renewal: { end: 'unknown', error } }
    }
  }

  /** Exchanges the refresh token and keeps what comes of it. */
  async function exchangeTokens(): Promise<Renewal> {
    const begun = era
    const { renewal, headers } = await askForRenewal()
    // Somebody has signed in or out meanwhile: this was about tokens that nobody uses any more.
    if (era !== begun) return lastRenewal ?? renewal
    era++
    lastRenewal = renewal
    if (renewal.end === 'over') await tokenStore.clear()
    if (headers && renewal.end === 'renewed') await keep(renewal.answer.accessToken, headers)
    return renewal
  }

  /** The exchange that answers to tokens of an era: one for all calls that need it. */
  function renew(since: number): Promise<Renewal> {
    if (!exchange && lastRenewal && since !== era) return Promise.resolve(lastRenewal)
    exchange ??= exchangeTokens().finally(() => {
      exchange = null
    })
    return exchange
  }

  async function perform(call: Call, input: Input, signal?: AbortSignal): Promise<unknown> {
    const since = era
    const answer = await ask(call, input, signal)
    if (!wantsFreshTokens(call, answer)) return read(call, answer)
    const renewal = await renew(since)
    if (renewal.end === 'renewed') return read(call, await ask(call, input, signal))
    // Nobody knows whether the session is over: the tokens stay, and so does the user.
    if (renewal.end === 'unknown') throw renewal.error
    if (!renewal.told && !call.staysHere && currentPath() !== '/login') {
      renewal.told = true
      onNavigate('/login')
    }
    throw refusal(call, answer)
  }

  async function signIn<K extends 'login' | 'register' | 'twoFactor'>(
    name: K,
    input: Operations[K]['input'],
    signal?: AbortSignal,
  ): Promise<Operations[K]['answer']> {
    const call = CALLS[name]
    const sent = 'email' in input ? { ...input, email: input.email.toLowerCase() } : input
    const answer = await ask(call, sent, signal)
    const body = read(call, answer) as Operations[K]['answer']
    // With two-factor sign-in the password is only the first step: there are no tokens yet.
    if (!('accessToken' in body.data)) return body
    lastRenewal = renewedBy(body.data.accessToken)
    era++
    await keep(body.data.accessToken, answer.headers)
    return body
  }

  /** Answers that are still on their way to tokens that are gone send nobody anywhere. */
  async function forget(error = new ReadrError('refused', FAILED, 401)): Promise<void> {
    era++
    lastRenewal = { end: 'over', error, told: true }
    await tokenStore.clear()
  }

  const plain = Object.fromEntries(
    Object.entries(CALLS).map(([name, call]) => [
      name,
      (input: Input = {}, { signal }: CallOptions = {}) => perform(call, input, signal),
    ]),
  ) as unknown as ReadrClient

  return {
    ...plain,
    login: (input, { signal } = {}) => signIn('login', input, signal),
    register: (input, { signal } = {}) => signIn('register', input, signal),
    twoFactor: (input, { signal } = {}) => signIn('twoFactor', input, signal),
    async refreshToken() {
      const renewal = await renew(era)
      if (renewal.end === 'renewed') return renewal.answer
      throw renewal.error
    },
    async logout() {
      await ask(CALLS.logout, {}).catch(() => {})
      await forget()
    },
    async deleteAccount(input = {}, { signal } = {}) {
      const answer = await plain.deleteAccount(input, { signal })
      await forget()
      return answer
    },
  }
}
