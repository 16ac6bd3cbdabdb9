import { beforeEach, describe, expect, test } from 'vitest'
import { exportCatalogue } from '#app/catalogue/service/export-catalogue.server.ts'
import { listCollections } from '#app/catalogue/service/list-collections.server.ts'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import { importFolder } from '#app/catalogue/service/import-folder.server.ts'
import { db } from '#app/platform/database.server.ts'
import {
  bookFile,
  coverPng,
  emptyCatalogue,
  importBooks,
  importFiles,
  slugs,
  TEXT,
} from './books.ts'

beforeEach(emptyCatalogue)

describe('an export', () => {
  const exported = async () => {
    let file = ''
    for await (const piece of exportCatalogue()) file += piece
    return file
  }
  const columns = async () =>
    (
      await db().book.findMany({
        omit: { id: true, createdAt: true, updatedAt: true },
        include: { text: true, topics: { orderBy: { position: 'asc' } } },
        orderBy: { slug: 'asc' },
      })
    ).map(({ withdrawnAt, text, topics, ...book }) => ({
      ...book,
      // Importing encodes the image again.
      ...(book.coverFile === null ? {} : { coverFile: '', coverTag: '', sourceHash: '' }),
      withdrawn: withdrawnAt !== null,
      text: { ...text, bookId: 0 },
      topics: topics.map(({ topic }) => topic),
    }))

  test('imported into an empty catalogue restores the same books', async () => {
    expect(await exported()).toBe('[]\n')
    await importFolder('content', () => {})
    await importFolder('tests/catalogues/awkward', () => {})
    await importBooks({
      later: { title: 'Später: "quotes" & \u2028 more', publishedAt: '2999-01-01T07:30:00Z' },
      gone: { title: 'Gone', withdrawn: true },
      sourced: {
        title: 'Sourced',
        edition: 'Tr. "Long": 1862',
        written: '2026-09-01',
        checked: '2026-09-14',
        sources: ['Consulted: A', 'Further reading: B'],
        answers: [{ question: 'Why: “so”?', idea: 4 }],
        questions: [{ question: 'Why: so?', answer: 'Because.', idea: 4 }],
      },
    })
    const before = await columns()
    const collections = await listCollections()
    expect(collections.length).toBeGreaterThan(7)
    expect(before.find(({ slug }) => slug === 'sourced')!.text).toMatchObject({
      edition: 'Tr. "Long": 1862',
      written: '2026-09-01',
      checked: '2026-09-14',
      answers: JSON.stringify([{ question: 'Why: “so”?', idea: 4 }]),
      questions: JSON.stringify([{ question: 'Why: so?', answer: 'Because.', idea: 4 }]),
    })
    const file = await exported()
    expect(await importFiles({ 'all.json': file })).toEqual({
      added: 0,
      changed: 1,
      unchanged: before.length + collections.length - 1,
    })
    await emptyCatalogue()
    const report = await importFiles({ 'all.json': file })
    const added = before.length + collections.length
    expect(report).toEqual({ added, changed: 0, unchanged: 0 })
    expect(await columns()).toEqual(before)
    const again = await listCollections()
    expect(again.map(({ slug, title, blurb }) => ({ slug, title, blurb }))).toEqual(
      collections.map(({ slug, title, blurb }) => ({ slug, title, blurb })),
    )
    expect(again.map(({ books }) => books.map(({ sentence }) => sentence))).toEqual(
      collections.map(({ books }) => books.map(({ sentence }) => sentence)),
    )
  })

  test('contains covers', async () => {
    await importFiles({ 'a.md': bookFile({ cover: 'a.png' }), 'a.png': await coverPng('green') })
    const file = await exported()
    await emptyCatalogue()
    await importFiles({ 'all.json': file })
    expect(await db().bookCover.count()).toBe(2)
    expect((await findBook('a'))!.coverFile).toMatch(/^a-[0-9a-f]{12}\.webp$/)
  })
})

describe('a JSON file', () => {
  const book = {
    title: 'T',
    author: 'A',
    year: 1900,
    genre: 'Fiction',
    blurb: 'B',
    locked: false,
    publishedAt: '2026-01-01',
    text: TEXT,
  }

  test('contains one book, or a list of books', async () => {
    await importFiles({
      'one.json': JSON.stringify(book),
      'list.json': JSON.stringify([{ slug: 'two', ...book, title: 'U' }]),
    })
    expect(await slugs()).toEqual(['one', 'two'])
  })

  test.each([
    ['invalid JSON', '{"title": ', /a\.json:1: json: invalid JSON/],
    ['no text', JSON.stringify([{ slug: 'a', title: 'T' }]), /a\.json:1: book 1, text: /],
    ['no slug', JSON.stringify([book]), /a\.json:1: book 1, slug: must be lowercase/],
    [
      'a wrong field',
      `[\n${JSON.stringify({ slug: 'x', ...book })},\n${JSON.stringify({ slug: 'y', ...book, year: 'x' })}\n]\n`,
      /a\.json:3: book 2, year: must be a whole number/,
    ],
    ['null', 'null', /a\.json:1: front matter: /],
  ])('with a problem is refused: %s', async (_, content, problem) => {
    const files = { 'a.json': content, 'b.md': bookFile({}) }
    await expect(importFiles(files)).rejects.toThrow(problem)
    expect(await slugs()).toEqual([])
  })
})
