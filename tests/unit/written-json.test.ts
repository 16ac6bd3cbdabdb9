import { expect, test } from 'vitest'
import { openObject, WrittenJson } from '#app/api/schemas/written-json.server.ts'

const book = (title: string) => WrittenJson.object<object>(openObject(JSON.stringify({ title })))
const answer = (...titles: string[]) =>
  WrittenJson.list(
    'books',
    titles.map((title) => book(title).with({ reason: `Because of ${title}` })),
    { total: titles.length },
  )

test('an answer from parts is the JSON of its value', () => {
  const written = answer('A', 'é…').inEnvelope('Fine')
  const books = ['A', 'é…'].map((title) => ({ title, reason: `Because of ${title}` }))
  const json = JSON.stringify({ success: true, data: { books, total: 2 }, message: 'Fine' })
  expect(`${written.toBuffer()}`).toBe(json)
  expect(written).toHaveLength(Buffer.byteLength(json))
  expect(`${book('A').with({}).toBuffer()}`).toBe('{"title":"A"}')
})

test('equal answers have the same tag, and others another one', () => {
  expect(answer('A', 'B').etag()).toBe(answer('A', 'B').etag())
  expect(answer('A').etag()).toMatch(/^"[\w-]{27}"$/)
  const different = [answer('A'), answer('B'), answer('A', 'B'), answer('B', 'A'), answer()]
  const tags = different.flatMap((one) => [
    one.etag(),
    one.inEnvelope().etag(),
    one.inEnvelope('x').etag(),
  ])
  expect(new Set(tags).size).toBe(tags.length)
})
