import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { GENRES } from '#app/catalogue/rules/genres.ts'
import { SLUG_RULE } from '#app/catalogue/schema/book.ts'
import { ImportError, importFolder } from '#app/catalogue/service/import-folder.server.ts'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import {
  bookFile,
  catalogueRows,
  emptyCatalogue,
  importBooks,
  importFiles,
  slugs,
  TEXT,
  withFolder,
} from './books.ts'

const GENRE_LABELS = GENRES.map(({ label }) => label).join(', ')

beforeEach(emptyCatalogue)

const keys = (name: string, count: number, after: string) =>
  Array.from({ length: count }, (_, i) => `${name}${i}${after}`)
/** A book file with many unknown keys. */
const fileWithKeys = (name: string, count: number) =>
  `---\n${keys(name, count, ': 1').join('\n')}\n---\n${TEXT}`
const jsonOf = (name: string, count: number) =>
  `{"slug":"a","text":"x",${keys(`"${name}`, count, '":1').join(',')}}`

describe('a file with a problem', () => {
  /** The problems of an import, without the name of the folder. */
  async function problemsOf(files: Record<string, string | Uint8Array>): Promise<string[]> {
    return withFolder(files, async (folder) => {
      const before = await catalogueRows()
      const error = await importFolder(folder, () => {}).catch((caught: unknown) => caught)
      expect(error).toBeInstanceOf(ImportError)
      expect(await catalogueRows()).toEqual(before)
      const { message } = error as ImportError
      expect(message.split('\n').at(-1)).toMatch(/^Nothing was imported\./)
      return message
        .split('\n')
        .slice(0, -1)
        .map((line) => line.replaceAll(`${folder}/`, ''))
    })
  }

  test('keeps all files out, and is reported with line and field', async () => {
    await importBooks({ old: { title: 'Old' } })
    const good = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`b-${i}.md`, bookFile({ title: `B ${i}` })]),
    )
    const files = {
      ...good,
      'old.md': bookFile({ title: 'Changed' }),
      'b-20.md': bookFile({ year: 1.5 }),
      'b-30.md': bookFile({ title: '', genre: 'Poetry' }),
    }
    expect(await problemsOf(files)).toEqual([
      'b-20.md:4: year: must be a whole number (negative for BCE)',
      'b-30.md:2: title: must not be empty',
      `b-30.md:5: genre: "Poetry" is not one of: ${GENRE_LABELS}`,
    ])
    expect(await slugs()).toEqual(['old'])
    expect((await findBook('old'))!.title).toBe('Old')
  })

  test('that only the database finds keeps all files out', async () => {
    await importBooks({ old: { title: 'Old' } })
    const before = await catalogueRows()
    // 600 books in two INSERTs; the last one has the slug of the first.
    const { writeBooks } = await import('#app/catalogue/store/write-books.server.ts')
    const revision = { by: null, sourceOf: () => '' }
    const { id: _id, popularity: _p, createdAt: _c, updatedAt: _u, ...columns } = before.books[0]!
    const record = { ...columns, text: TEXT, sources: [], topics: [] }
    const records = Array.from({ length: 600 }, (_, i) => ({ ...record, slug: `b-${i % 599}` }))
    await expect(
      writeBooks([{ ...record, title: 'Changed' }, ...records], new Map(), revision, () => {}),
    ).rejects.toThrow(/unique/i)
    expect(await catalogueRows()).toEqual(before)
  })

  const fileWith = (changes: Record<string, unknown>) => bookFile(changes as never)
  const noBom = bookFile({})

  test.each<[string, string | Uint8Array, string]>([
    [
      'no front matter',
      'Just text.',
      'a.md:1: front matter: the file must start with front matter between two lines of ---',
    ],
    [
      'nothing at all',
      '',
      'a.md:1: front matter: the file must start with front matter between two lines of ---',
    ],
    [
      'front matter without an end',
      '---\ntitle: A\n',
      'a.md:1: front matter: the file must start with front matter between two lines of ---',
    ],
    [
      'text before the front matter',
      `Hello\n${noBom}`,
      'a.md:1: front matter: the file must start with front matter between two lines of ---',
    ],
    ['an unknown field', fileWith({ subtitle: 'x' }), 'a.md:9: subtitle: unknown field'],
    [
      'a wrong genre',
      fileWith({ genre: 'Poetry' }),
      `a.md:5: genre: "Poetry" is not one of: ${GENRE_LABELS}`,
    ],
    [
      'no date',
      fileWith({ publishedAt: 'soon' }),
      'a.md:8: publishedAt: must be a date such as 2026-09-14',
    ],
    [
      'a lock that is not a boolean',
      fileWith({ locked: 'yes' }),
      'a.md:7: locked: must be true or false',
    ],
    ['a missing field', noBom.replace(/^author.*\n/m, ''), 'a.md:2: author: must be text'],
    ['a NUL byte', noBom.replace('free', 'fr\0ee'), 'a.md:12: text: the file contains a NUL byte'],
    [
      'bytes that are not UTF-8',
      Buffer.from(noBom.replace('free', 'fré'), 'latin1'),
      'a.md:1: text: the file is not UTF-8 text',
    ],
    ['UTF-16', Buffer.from(noBom, 'utf16le'), 'a.md:1: text: the file contains a NUL byte'],
    ['no text', fileWith({ text: ' \n\n' }), 'a.md:10: text: the summary is empty'],
    [
      'nothing after the cut',
      fileWith({ text: 'Hook\n\nAll free.\n\n[FREE CUT HERE]\n' }),
      'a.md:10: text: there is nothing after the free part: add ideas from "4." on',
    ],
    [
      'nothing before the cut',
      fileWith({ text: '4. Paid\n\nThe paid part.' }),
      'a.md:10: text: there is nothing before the cut',
    ],
    [
      'one paragraph',
      fileWith({ text: 'All in one.' }),
      'a.md:10: text: there is nothing before the cut',
    ],
    [
      'a text that is too long',
      fileWith({ text: `${TEXT}${'a'.repeat(200_000)}` }),
      'a.md:10: text: must have at most 200000 characters',
    ],
    [
      'more than 1 MiB',
      fileWith({ text: 'a'.repeat(1024 * 1024) }),
      'a.md:1: text: the file is larger than 1 MiB',
    ],
    ['a missing cover', fileWith({ cover: 'no.png' }), 'a.md:9: cover: no.png cannot be read'],
    [
      'a cover in another folder',
      fileWith({ cover: '../a.png' }),
      'a.md:9: cover: must name a .jpg, .png, .webp, or .avif file in the same folder',
    ],
    [
      'front matter that is a list',
      `---\n- title\n---\n${TEXT}`,
      'a.md:2: front matter: Invalid input: expected object, received array',
    ],
  ])('is reported: %s', async (_, content, problem) => {
    expect(await problemsOf({ 'a.md': content, 'b.md': bookFile({}) })).toEqual([problem])
  })

  test.each([
    ['an open quote', noBom.replace(/^title.*$/m, 'title: "A'), 'front matter'],
    ['a tab', noBom.replace(/^title.*$/m, 'title:\n\t- A'), 'front matter'],
    ['a field twice', noBom.replace(/^(title.*)$/m, '$1\n$1'), 'front matter'],
    ['aliases', noBom.replace(/^title.*$/m, 'title: &a A\nsources: [*a, *a]'), 'front matter'],
    ['empty front matter', '---\n---\nText', 'title'],
  ])('is reported: invalid YAML (%s)', async (_, content, field) => {
    const [first] = await problemsOf({ 'a.md': content })
    expect(first).toMatch(new RegExp(`^a\\.md:[1-9]\\d*: ${field}: .`))
  })

  test.each(['Walden.md', 'two words.md', 'a--b.md', 'ä.md', `${'a'.repeat(121)}.md`, 'new.md'])(
    'is reported: the file name %s',
    async (name) => {
      expect(await problemsOf({ [name]: bookFile({}) })).toEqual([
        `${name}:1: slug: the file name must be ${SLUG_RULE}`,
      ])
    },
  )

  test('is reported: two files with one slug', async () => {
    expect(await problemsOf({ 'a.md': bookFile({}), 'a.txt': bookFile({}) })).toEqual([
      'a.txt:1: slug: a.md has the same slug',
    ])
  })

  test('is not a folder with the name of a book file', async () => {
    const report = await withFolder({ 'b.md': bookFile({}) }, async (folder) => {
      mkdirSync(join(folder, 'a.md'))
      return importFolder(folder, () => {})
    })
    expect(report).toMatchObject({ added: 1, changed: 0, unchanged: 0 })
    expect(await slugs()).toEqual(['b'])
  })

  test.each<Record<string, string>>([{}, { 'x.png': '' }])(
    'is reported: no book files',
    async (files) => {
      await expect(importFiles(files)).rejects.toThrow(
        /has no book files \(\.md, \.txt, or \.json\)/,
      )
    },
  )

  test.each<[what: string, file: string, content: string, message: RegExp]>([
    [
      'front matter with very many keys',
      'a.md',
      fileWithKeys('k', 70_000),
      /a\.md:2: front matter: must have at most 20000/,
    ],
    [
      'deeply nested front matter',
      'a.md',
      `---\na: ${'['.repeat(15_000)}\n---\n${TEXT}`,
      /a\.md:2: front matter: /,
    ],
    ['a book with very many keys', 'a.json', jsonOf('k', 200_000), /json: has too many values/],
    ['a book with many keys', 'a.json', jsonOf('k', 400), /fields: must have at most 50 fields/],
    ['very many books', 'a.json', `[${'{},'.repeat(200_000)}{}]`, /json: has too many values/],
    ['many books', 'a.json', `[${'{},'.repeat(400)}{}]`, /book 1, text: Invalid input/],
    [
      'many sources',
      'a.json',
      `{"slug":"a","text":"x","sources":[${'1,'.repeat(400)}1]}`,
      /sources: must have at most 100 entries/,
    ],
  ])('with %s is refused with at most 100 problems', async (_what, file, content, message) => {
    const refused = await importFiles({ [file]: content }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ImportError)
    const { problems, message: reported } = refused as ImportError
    expect(reported).toMatch(message)
    expect(problems.length).toBeLessThanOrEqual(100)
  })

  test('with random content is refused, and breaks nothing', async () => {
    const piece = fc.constantFrom(
      '---\n',
      '---',
      '\n',
      'title: A\n',
      'a: [',
      '*x',
      '&x ',
      '!!binary ',
      '4. ',
      '\0',
      '\u2028',
      '"',
      '%',
      '__proto__: 1\n',
      '- ',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 80 }),
          fc.array(piece).map((parts) => `---\n${parts.join('')}\n---\n${parts.join('')}`),
        ),
        async (content) => {
          const outcome = await importFiles({ 'a.md': content }).catch((error: unknown) => error)
          expect(outcome).toBeInstanceOf(ImportError)
        },
      ),
      { numRuns: 150 },
    )
  })
})

test('one file with a problem in a folder of 100 is reported, and nothing is imported', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 100 }, (_, i) => [`book-${i}.md`, bookFile({ title: `Book ${i}` })]),
  )
  await importBooks({ 'book-7': { title: 'Before' } })
  const before = await catalogueRows()
  const broken = { ...files, 'book-61.md': bookFile({ year: 1.5 }) }
  await expect(importFiles(broken)).rejects.toThrow(/^\S+book-61\.md:4: year: [^\n]+\nNothing was/)
  expect(await catalogueRows()).toEqual(before)
  expect(await importFiles(files)).toEqual({ added: 99, changed: 1, unchanged: 0 })
})
