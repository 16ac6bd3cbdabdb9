import { describe, expect, test } from 'vitest'
import { startProduct } from '#tests/setup/product.ts'
import { ask, newReader, subscribeInTheApp } from './accounts-client.ts'
import { get, origin } from './client.ts'

/** From the free and the paid part of Walden. */
const FREE = 'Convert a price into hours'
const PAID = 'He hoed from five in the morning until noon'

interface Answered {
  answers: { text: string | null; question: string | null; url: string; book: { slug: string } }[]
}
const answersTo = async (question: string, headers: Record<string, string> = {}) => {
  const path = `/api/ask?${new URLSearchParams({ question })}`
  const { text, status } = await ask(origin, path, { headers })
  expect(status).toBe(200)
  return (JSON.parse(text) as { data: Answered }).data.answers
}

describe('a question', () => {
  test('is answered with a passage, word for word, that leads to its place', async () => {
    const question = 'how do i convert a price into hours of my life'
    const [first] = await answersTo(question)
    expect(first).toMatchObject({ book: { slug: 'walden' }, question: null })
    expect(first!.text).toContain(FREE)
    expect(first!.url).toMatch(/\/summaries\/walden#idea-1:~:text=Convert%20a%20price/)
    const page = await (await get(`/ask?${new URLSearchParams({ question })}`)).text()
    expect(page).toContain(FREE)
    expect(page).toContain('word for word. Nothing is generated.')
    const summary = await (await get('/summaries/walden')).text()
    expect(summary).toContain(first!.text!)
  })

  test('gets nothing from behind a cut without full access', async () => {
    const reader = await newReader(origin)
    const token = { Authorization: `Bearer ${reader.token}` }
    for (const headers of [{}, token]) {
      const texts = (await answersTo(PAID, headers)).map(({ text }) => text ?? '')
      expect(texts.join(' ')).not.toContain('hoed')
    }
    // The free summary changes nothing: what is found does not depend on it.
    const found = async () =>
      (await ask(origin, '/books?search=hoed', { headers: token })).text.includes('"total":0')
    expect(await found()).toBe(true)
    await ask(origin, '/summaries/walden', { cookies: reader.web, form: {} })
    expect((await ask(origin, '/summaries/walden', { cookies: reader.web })).text).toContain(PAID)
    const own = (await answersTo(PAID, token)).map(({ text }) => text ?? '')
    expect(own.join(' ')).not.toContain('hoed')
    expect(await found()).toBe(true)
    await subscribeInTheApp(origin, reader)
    const texts = (await answersTo(PAID, token)).map(({ text }) => text ?? '')
    expect(texts.join(' ')).toContain(PAID)
  })

  test('that nothing answers, or that is none, gets a plain page', async () => {
    for (const question of ['xyzzy qwerty', '???', '🙂', 'كيف أتعلم', 'a'.repeat(3000)]) {
      const response = await get(`/ask?${new URLSearchParams({ question })}`)
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('Nothing in the library answers that yet.')
    }
    expect((await get('/api/ask?question=')).status).toBe(400)
    expect((await get(`/api/ask?question=${'a'.repeat(201)}`)).status).toBe(400)
  })
})

test('searches and questions of a network share a limit', async () => {
  // Five a minute.
  const product = await startProduct('content', { RATE_LIMIT_FACTOR: '0.08' })
  try {
    const paths = [
      '/browse/books?search=a',
      '/books?search=b',
      '/ask?question=c',
      '/api/ask?question=d',
      '/opds/books?query=e',
    ]
    for (const path of paths) expect((await ask(product.origin, path)).status).toBe(200)
    for (const path of paths) {
      const refused = await ask(product.origin, path.replace(/=(\w)$/, '=again$1'))
      expect(refused.status, path).toBe(429)
      if (!path.includes('question') && !path.startsWith('/books')) continue
      expect(Number(refused.headers.get('Retry-After')), path).toBeGreaterThan(0)
    }
    expect((await ask(product.origin, '/browse/books')).status).toBe(200)
  } finally {
    await product.stop()
  }
})
