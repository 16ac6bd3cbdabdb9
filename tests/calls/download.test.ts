import { expect, test } from 'vitest'
import { newReader } from './accounts-client.ts'
import { call, origin } from './client.ts'

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
