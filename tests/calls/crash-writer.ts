import { PASSWORD } from './accounts-client.ts'

function must(holds: boolean, problem: string): void {
  if (!holds) throw new Error(problem)
}

/** The state of a mark: as last acknowledged, and as in the write without a response. */
interface Known {
  acknowledged: boolean
  inDoubt?: boolean
}

/** A reader who saves books, marks them as read, and signs in, one write after the other. */
export class Writer {
  readonly origin: string
  readonly email: string
  sessions: string[]
  readonly known = new Map<string, Known>()

  constructor(origin: string, email: string, session: string) {
    this.origin = origin
    this.email = email
    this.sessions = [session]
  }

  private send(path: string, method: string, body?: unknown): Promise<Response> {
    return fetch(this.origin + path, {
      method,
      headers: {
        Cookie: `readr_session=${this.sessions[0]}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  /** Writes something. Throws if the product dies. */
  async write(books: string[]): Promise<void> {
    if (Math.random() < 0.1) return this.signIn()
    const book = books[Math.floor(Math.random() * books.length)]!
    const wanted = Math.random() < 0.6
    const isRead = Math.random() < 0.5
    const key = `${isRead ? 'read' : 'saved'} ${book}`
    const known = this.known.get(key) ?? { acknowledged: false }
    this.known.set(key, { ...known, inDoubt: wanted })
    const answer = isRead
      ? await this.send(`/books/read/mark-${wanted ? 'read' : 'unread'}/${book}`, 'POST')
      : wanted
        ? await this.send('/api/books/my-list', 'POST', { bookId: book })
        : await this.send(`/api/books/my-list/${book}`, 'DELETE')
    must(answer.status === 200, `The status was ${answer.status}.`)
    await answer.arrayBuffer()
    this.known.set(key, { acknowledged: wanted })
  }

  private async signIn(): Promise<void> {
    const answer = await fetch(`${this.origin}/login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ email: this.email, password: PASSWORD }),
    })
    must(answer.status === 303, `The status was ${answer.status}.`)
    this.sessions.push(/readr_session=([^;]+)/.exec(answer.headers.get('Set-Cookie')!)![1]!)
  }

  /** Compares with the stored marks, which also settles the writes without a response. */
  async check(): Promise<void> {
    for (const [kind, path] of [
      ['saved', '/api/books/favorites'],
      ['read', '/api/books/read'],
    ] as const) {
      const answer = await this.send(path, 'GET')
      must(answer.status === 200, `The status was ${answer.status}.`)
      const { data } = (await answer.json()) as { data: { books: { bookId: string }[] } }
      const there = new Set(data.books.map(({ bookId }) => bookId))
      for (const [key, { acknowledged, inDoubt }] of this.known) {
        if (!key.startsWith(`${kind} `)) continue
        const isThere = there.has(key.slice(kind.length + 1))
        must(
          [acknowledged, inDoubt ?? acknowledged].includes(isThere),
          `Lost: ${this.email} ${key}`,
        )
        this.known.set(key, { acknowledged: isThere })
      }
    }
    for (const session of this.sessions) {
      const answer = await fetch(`${this.origin}/api/auth/me`, {
        headers: { Cookie: `readr_session=${session}` },
      })
      must(answer.status === 200, 'A session was lost.')
    }
    this.sessions = this.sessions.slice(-3)
  }
}
