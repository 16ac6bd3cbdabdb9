import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { highlightJson } from '#app/api/schemas/highlights.server.ts'
import { newReader, type Reader } from './accounts-client.ts'
import { call, json, origin } from './client.ts'

const FILES = ['readr-data.json', 'my-list.csv', 'read-books.csv']

test('a reader can download all data', async () => {
  const { web, email } = await newReader(origin)
  for (const file of FILES) {
    const answer = await call(`/settings/download/${file}`, { cookies: web })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Disposition')).toBe(`attachment; filename="${file}"`)
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
    if (file.endsWith('.json')) expect(answer.json).toMatchObject({ account: { email } })
    else expect(answer.text).toMatch(/^title,author,(?:savedAt|readAt),address\r\n/)
  }
})

test('visitors cannot', async () => {
  for (const file of FILES) {
    const answer = await call(`/settings/download/${file}`)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('Location')).toMatch(/^\/login\?redirectTo=/)
  }
})

test('other files do not exist', async () => {
  const { web } = await newReader(origin)
  for (const file of ['constructor', '..%2Freadr.db', 'my-list.csv%00', 'readr.db']) {
    const answer = await call(`/settings/download/${file}`, { cookies: web })
    expect(answer.status, file).toBe(404)
  }
})

describe('highlights and notes', () => {
  const TEXT = '<img src=x onerror=alert(1)> #Life\n=1+1'
  let reader: Reader
  let note: z.output<typeof highlightJson>

  /** Sends a form of the page. */
  const post = (by: Reader, form: Record<string, string>, search = '') =>
    call(`/browse/notes${search}`, { cookies: by.web, form: { note: note.id, ...form } })

  beforeAll(async () => {
    reader = await newReader(origin)
    const { body } = await json('/books')
    const book = body.data.books.find((one: { locked: boolean }) => !one.locked)
    const exact = book.text.match(/[A-Z][a-z]+(?: [a-z]+){3,}/)[0]
    const saved = await call('/api/notes', {
      token: reader.token,
      json: { bookId: book._id, quote: { exact }, text: TEXT },
    })
    note = (saved.json.data as unknown as { note: typeof note }).note
  })

  test('are listed as text, for nobody but their reader', async () => {
    const page = await call('/browse/notes?tag=life', { cookies: reader.web })
    expect(page.headers.get('Cache-Control')).toBe('private, no-store')
    expect(page.text).toContain(`href="/summaries/${note.slug}#note-${note.id}"`)
    expect(page.text).toContain('&lt;img src=x onerror=alert(1)&gt; ')
    expect(page.text).not.toContain('<img src=x')
    const printed = await call('/browse/notes/print', { cookies: reader.web })
    expect(printed.text).toContain(note.quote.exact)
    const stranger = await newReader(origin)
    for (const path of ['', '/print', '/export.csv', '/export.json', `?book=${note.slug}`]) {
      const { text } = await call(`/browse/notes${path}`, { cookies: stranger.web })
      expect(text, path).not.toContain(note.id)
      expect(text, path).not.toContain('onerror')
    }
    for (const intent of ['save', 'delete', 'restore']) {
      expect((await post(stranger, { intent, color: 'pink', text: '' })).status).toBe(404)
    }
    const { notes } = (await call('/api/notes/export', { token: stranger.token })).json
      .data as never
    expect(notes).toEqual([])
  })

  test('lead to a book: one that was begun, or any', async () => {
    const beginner = await newReader(origin)
    const empty = async () => (await call('/browse/notes', { cookies: beginner.web })).text
    expect(await empty()).toMatch(/href="\/browse\/books"[^>]*>Find a book</)
    expect(await empty()).not.toContain('Continue reading')
    const mark = { mark: 'read', on: 'true' }
    await call(`/summaries/${note.slug}/marks`, { cookies: beginner.web, form: mark })
    expect(await empty()).toContain('Continue reading')
    expect(await empty()).not.toContain('Find a book')
  })

  test('are exported', async () => {
    const types = { zip: 'application/zip', csv: 'text/csv', json: 'application/json' }
    for (const [ending, type] of Object.entries(types)) {
      const answer = await call(`/browse/notes/export.${ending}`, { cookies: reader.web })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('Content-Type')).toMatch(type)
      expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
      expect(answer.headers.get('Content-Disposition')).toBe(
        `attachment; filename="readr-notes.${ending}"`,
      )
      if (ending === 'zip') expect(answer.text).toMatch(/^PK/)
      if (ending === 'json') expect(answer.json).toEqual([note])
      const visitor = await call(`/browse/notes/export.${ending}`)
      expect(visitor.headers.get('Location')).toMatch(/^\/login\?redirectTo=/)
    }
    const { json, headers } = await call('/api/notes/export', { token: reader.token })
    expect(headers.get('Cache-Control')).toBe('private, no-store')
    const shape = z.strictObject({ notes: z.array(highlightJson) })
    expect(json.success).toBe(true)
    expect(shape.parse(json.data).notes).toEqual([note])
    expect((await call('/browse/notes/constructor', { cookies: reader.web })).status).toBe(404)
  })

  test('are changed, deleted, and restored on their page', async () => {
    const saved = await post(
      reader,
      { intent: 'save', color: 'green', text: 'Two\r\nlines' },
      '?tag=life',
    )
    expect(saved.status).toBe(303)
    expect(saved.headers.get('Location')).toBe(
      `/browse/notes?tag=life&saved=${note.id}#note-${note.id}`,
    )
    const exported = () => call('/api/notes/export', { token: reader.token })
    expect((await exported()).json.data).toMatchObject({
      notes: [{ color: 'green', text: 'Two\nlines' }],
    })
    const long = await post(reader, { intent: 'save', color: 'blue', text: 'n'.repeat(10_001) })
    expect(long.status).toBe(400)
    expect(long.text).toContain('Please use at most 10,000 characters.')
    expect(long.text).toContain('n'.repeat(10_001))
    const parts = new FormData()
    const fields = { note: note.id, intent: 'save', color: 'blue', text: '文'.repeat(10_000) }
    for (const [name, value] of Object.entries(fields)) parts.set(name, value)
    const cookie = Object.entries(reader.web).map((pair) => pair.join('='))
    const full = await fetch(`${origin}/browse/notes`, {
      ...{ method: 'POST', body: parts, redirect: 'manual' },
      headers: { Cookie: cookie.join('; ') },
    })
    expect(full.status).toBe(303)
    await post(reader, { intent: 'delete' })
    const page = await call('/browse/notes', { cookies: reader.web })
    expect(page.text).toContain('Highlight deleted.')
    expect((await exported()).json.data).toEqual({ notes: [] })
    await post(reader, { intent: 'restore' })
    expect((await exported()).json.data).toMatchObject({ notes: [{ id: note.id }] })
    expect((await post(reader, { intent: 'other' })).status).toBe(400)
  })
})
