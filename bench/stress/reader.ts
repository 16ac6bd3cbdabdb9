/** A reader of a stress test: registers, saves, reads, signs in, subscribes, and remembers the answers. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../packages/covers/random.ts'
import { Ledger, type Promised } from './ledger.ts'
import type { Site } from './site.ts'

/** The process was killed, or refused the request: the write may be there or not. */
export class Interrupted extends Error {}

const PASSWORD = 'of-no-value-1'
const MONTHLY = 'price_readr_monthly'
/** A killed process's statement may still be running on PostgreSQL. */
const AFTER_INTERRUPTION_MS = 100
/** How often a client looks for a process that runs. */
const POLL_MS = 20
const RESPONSE_WITHIN_MS = 30_000
/** Earlier sessions are no longer checked. */
const SESSIONS = 3

export type WriteKind = 'account' | 'session' | 'saved' | 'read' | 'position' | 'checkout'
/** What `write` does, by frequency. */
const FREQUENT = ['saved', 'saved', 'read', 'read', 'position', 'position', 'session'] as const

export class StressReader implements Promised {
  readonly email: string
  readonly ledger = new Ledger()
  /** Whether the product has confirmed the registration, and so promised the welcome email. */
  isWelcome = false
  /** Whether the checkout was completed. */
  isSubscriber = false
  readonly #site: Site
  readonly #random: Random
  readonly #acknowledged: (kind: WriteKind) => void
  #sessions: string[] = []
  #tries = 0

  constructor(
    site: Site,
    email: string,
    random: Random,
    acknowledged: (kind: WriteKind) => void = () => {},
  ) {
    this.#site = site
    this.email = email
    this.#random = random
    this.#acknowledged = acknowledged
  }

  /** The newest session, for the load generator. */
  get cookie(): Record<string, string> {
    return { Cookie: this.#sessions[0]! }
  }

  /** The port of a process that is not dead. */
  async #livePort(): Promise<number> {
    for (;;) {
      const [first, ...others] = this.#site.processes.filter(({ running }) => running)
      if (first) return this.#random.pick([first, ...others]).port
      await sleep(POLL_MS)
    }
  }

  /** Sends a request to a process that is not dead. */
  async #send(path: string, method: string, body?: object, cookie = this.#sessions[0]) {
    const port = await this.#livePort()
    const isForm = body instanceof URLSearchParams
    let answer: Response
    let text: string
    try {
      answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(cookie ? { Cookie: cookie } : {}),
          ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}),
        },
        body: isForm ? body : body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(RESPONSE_WITHIN_MS),
      })
      text = await answer.text()
    } catch (error) {
      return this.#interrupt(String(error))
    }
    if (answer.status === 503) return this.#interrupt(`${method} ${path}: 503`)
    return {
      status: answer.status,
      text,
      data: text.startsWith('{') ? (JSON.parse(text) as { data?: unknown }).data : undefined,
      cookie: answer.headers.getSetCookie()[0]?.split(';', 1)[0],
    }
  }

  async #interrupt(reason: string): Promise<never> {
    await sleep(AFTER_INTERRUPTION_MS)
    throw new Interrupted(reason)
  }

  #expect(what: string, { status, text }: { status: number; text: string }, ...wanted: number[]) {
    if (!wanted.includes(status)) throw new Error(`${what}: ${status} ${text.slice(0, 200)}`)
  }

  /** Registers and signs in. Called again after an interruption, it continues. */
  async register(): Promise<void> {
    if (!this.isWelcome) {
      const account = { name: 'Ada', email: this.email, password: PASSWORD }
      // The account of an interrupted try may exist.
      const accepted = this.#tries++ > 0 ? [201, 409] : [201]
      const answer = await this.#send('/api/auth/register', 'POST', account)
      this.#expect('register', answer, ...accepted)
      this.isWelcome = answer.status === 201
      this.#acknowledged('account')
    }
    await this.#signIn()
  }

  async #signIn(): Promise<void> {
    const form = new URLSearchParams({ email: this.email, password: PASSWORD })
    const answer = await this.#send('/login', 'POST', form, '')
    this.#expect('sign in', answer, 303)
    this.#sessions = [answer.cookie!, ...this.#sessions].slice(0, SESSIONS)
    this.#acknowledged('session')
  }

  /** Writes one thing. */
  async write(books: readonly [string, ...string[]]): Promise<void> {
    const kind = this.#random.pick(FREQUENT)
    if (kind === 'session') return this.#signIn()
    const book = this.#random.pick(books)
    const key = `${kind} ${book}`
    const isOn = this.#random.random() < 0.6
    const paragraph = this.#random.whole(0, 9999)
    const value = kind === 'position' ? String(paragraph) : isOn ? 'yes' : ''
    this.ledger.begin(key, value)
    const answer = await {
      saved: () =>
        isOn
          ? this.#send('/api/books/my-list', 'POST', { bookId: book })
          : this.#send(`/api/books/my-list/${book}`, 'DELETE'),
      read: () => this.#send(`/books/read/mark-${isOn ? 'read' : 'unread'}/${book}`, 'POST'),
      position: () =>
        this.#send(`/api/books/places/${book}`, 'PUT', {
          section: 'idea-1',
          paragraph,
          share: this.#random.random(),
        }),
    }[kind]()
    this.#expect(key, answer, 200)
    this.ledger.acknowledge(key, value)
    this.#acknowledged(kind)
  }

  /** Starts a trial. Repeated after an interruption, it continues. */
  async subscribe(): Promise<void> {
    const body = { planId: MONTHLY }
    const answer = await this.#send('/api/v1/billing/subscription', 'POST', body)
    // A killed process keeps the lock of this reader's checkout for some seconds.
    if (answer.status === 409) return this.#interrupt(answer.text)
    this.#expect('checkout', answer, 201)
    const { clientSecret } = answer.data as { clientSecret: string | null }
    if (clientSecret !== null) {
      const intent = clientSecret.split('_secret_')[0]!
      await this.#site.stripe.setupIntents.confirm(intent, { payment_method: 'pm_card_visa' })
    }
    this.isSubscriber = true
    this.#acknowledged('checkout')
  }

  /** Compares with what is stored: what was lost. */
  async check(): Promise<string[]> {
    const stored = new Map<string, string>()
    for (const [n, cookie] of this.#sessions.toReversed().entries()) {
      const answer = await this.#send('/api/auth/me', 'GET', undefined, cookie)
      if (answer.status !== 200) return [`lost: session ${n} of ${this.email}: ${answer.status}`]
    }
    const get = async (path: string) => {
      const answer = await this.#send(path, 'GET')
      this.#expect(path, answer, 200)
      return answer.data as Record<string, { bookId: string; paragraph: number }[]>
    }
    for (const { bookId } of (await get('/api/books/favorites'))['books']!)
      stored.set(`saved ${bookId}`, 'yes')
    for (const { bookId } of (await get('/api/books/read'))['books']!)
      stored.set(`read ${bookId}`, 'yes')
    for (const { bookId, paragraph } of (await get('/api/books/places'))['places']!)
      stored.set(`position ${bookId}`, String(paragraph))
    return this.ledger.compare(stored).map((problem) => `${this.email}: ${problem}`)
  }

  /** Whether the product says that the reader has full access. */
  async hasAccess(): Promise<boolean> {
    const { data } = await this.#send('/api/v1/billing/subscription/status', 'GET')
    return (data as { isSubscribed: boolean }).isSubscribed
  }
}
