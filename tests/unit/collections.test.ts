import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { booksOf } from '#app/admin/schema/collections.ts'
import { shownBooks } from '#app/catalogue/rules/collections.ts'
import { collectionSource } from '#app/catalogue/service/check-collection.server.ts'
import { lintFolder } from '../../bin/commands/lint.ts'
import { parseBookFile } from '#app/catalogue/service/parse-book-file.server.ts'
import { extentOf } from '#app/web/catalogue/collection-view.ts'

const GOOD = `---
title: Clear Heads
blurb: How people come to believe things, and how a few of them noticed.
position: 1
books:
  - one: The first book explains why sensible people go wrong together.
  - two: "Another: quoted, because it has a colon and a space in it."
  - three: Here a woman is wrong about two men at the same time.
  - four: Someone has to disagree with you before you know what you think.
---
`

/** What the file of a collection contains. */
function read(source: string, name = 'clear-heads.md') {
  const bytes = Buffer.from(source)
  const file = { name, path: name, size: bytes.length, read: async () => bytes }
  return parseBookFile(file, () => undefined)
}

test('a collection is read from its file, and written as one', async () => {
  const { books, collections, problems } = await read(GOOD)
  expect({ books, problems }).toEqual({ books: [], problems: [] })
  const [collection] = collections!
  expect(collection).toMatchObject({ slug: 'clear-heads', title: 'Clear Heads', position: 1 })
  expect(collection!.books[1]).toEqual({
    slug: 'two',
    sentence: 'Another: quoted, because it has a colon and a space in it.',
  })
  const now = new Date()
  const row = { id: 1, withdrawnAt: null, createdAt: now, updatedAt: now, ...collection! }
  expect((await read(collectionSource(row))).collections).toEqual(collections)
})

test.each([
  ['three books', /^ {2}- four.*\n/m, '', 'clear-heads.md:6: books: must have at least 4 entries'],
  ['a book twice', '- two:', '- one:', 'clear-heads.md:6: books: must name each book once'],
  [
    'no address',
    '- one:',
    '- One Book:',
    'clear-heads.md:6: books.0: must be the address of a book',
  ],
  ['no sentence', /- three:.*/, '- three:', 'clear-heads.md:8: books.2: must be text'],
  [
    'an unknown field',
    'position: 1',
    'position: 1\ncolor: red',
    'clear-heads.md:5: color: unknown',
  ],
  ['a text', /---\n$/, '---\nHook\n', 'clear-heads.md:11: text: a collection has no text'],
  ['a long title', 'Clear Heads', 'x'.repeat(81), 'clear-heads.md:2: title: must have at most 80'],
  ['a position of zero', 'position: 1', 'position: 0', 'clear-heads.md:4: position: must be 1'],
])('a collection with %s is refused', async (_, pattern, replacement, problem) => {
  const { collections, problems } = await read(GOOD.replace(pattern, replacement))
  expect(collections).toEqual([])
  const lines = problems.map(
    ({ file, line, field, message }) => `${file}:${line}: ${field}: ${message}`,
  )
  expect(lines.join('\n')).toContain(problem)
})

test('lint finds unknown books, lengths, quotation marks, and sentences that begin alike', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'readr-lint-'))
  try {
    mkdirSync(join(folder, 'collections'))
    for (const slug of ['one', 'two', 'three', 'four'])
      writeFileSync(join(folder, `${slug}.md`), '')
    const path = join(folder, 'collections', 'clear-heads.md')
    const found = async (source: string) => {
      writeFileSync(path, source)
      const { findings } = await lintFolder(folder, null)
      return findings.filter(({ file }) => file === path).map(({ line, rule }) => `${line} ${rule}`)
    }
    expect(await found(GOOD)).toEqual([])
    expect(await found(GOOD.replace('- four:', '- fourth:'))).toEqual(['9 book'])
    expect(await found(GOOD.replace(/- one: .*/, '- one: Short.'))).toEqual(['6 length'])
    expect(await found(GOOD.replace('people go wrong', "people's plans fail"))).toEqual([
      '6 sentence',
    ])
    expect(await found(GOOD.replace('Here a woman is', 'The first book is'))).toEqual([
      '8 sameness',
    ])
    expect(await found(GOOD.replace('position: 1', 'position: x'))).toEqual(['4 position'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a collection shows the books that readers can see, and is not shown with fewer than two', () => {
  const named = ['a', 'b', 'c', 'd'].map((slug) => ({ slug, sentence: `About ${slug}.` }))
  const visible = new Map([
    ['d', 'D'],
    ['b', 'B'],
  ])
  expect(shownBooks(named, visible)).toEqual([
    { book: 'B', sentence: 'About b.' },
    { book: 'D', sentence: 'About d.' },
  ])
  visible.delete('b')
  expect(shownBooks(named, visible)).toBeNull()
})

test('empty rows of the form are left out', () => {
  const form = { book1: 'a', sentence1: 'A.', book3: ' c ', sentence3: '', sentence4: 'D.' }
  expect(booksOf(form)).toEqual([
    { slug: 'a', sentence: 'A.' },
    { slug: 'c', sentence: '' },
    { slug: '', sentence: 'D.' },
  ])
})

test.each([
  [45, '4 books, 45 minutes'],
  [60, '4 books, 1 hour'],
  [61, '4 books, 1 hour 1 minute'],
  [125, '4 books, 2 hours 5 minutes'],
])('%d minutes are written as %s', (minutes, text) => {
  expect(extentOf(4, minutes)).toBe(text)
})
