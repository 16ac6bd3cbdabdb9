import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  ImportError,
  importFolder,
  type Progress,
} from '#app/catalogue/service/import-folder.server.ts'
import { exportCatalogue } from '#app/catalogue/service/exporting.server.ts'
import { catalogueVersion } from '#app/catalogue/service/version.server.ts'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import { openSummary } from '#app/catalogue/service/open-summary.server.ts'
import { db } from '#app/platform/database.server.ts'
import {
  bookFile,
  emptyCatalogue,
  importBooks,
  importFiles,
  picture,
  slugs,
  TEXT,
  withFolder,
} from './books.ts'

beforeEach(emptyCatalogue)

/** Everything that the database knows of the catalogue. */
async function everything() {
  return {
    books: await db().book.findMany({ orderBy: { id: 'asc' } }),
    texts: await db().bookText.findMany({ orderBy: { bookId: 'asc' } }),
    words: (await db().searchWord.findMany()).map((row) => row.word).toSorted(),
    version: await db().catalogueVersion.findMany(),
  }
}

const keys = (name: string, count: number, after: string) =>
  Array.from({ length: count }, (_, i) => `${name}${i}${after}`)
/** Book files whose heads have this many keys that no book has. */
const headOf = (name: string, count: number) =>
  `---\n${keys(name, count, ': 1').join('\n')}\n---\n${TEXT}`
const jsonOf = (name: string, count: number) =>
  `{"slug":"a","text":"x",${keys(`"${name}`, count, '":1').join(',')}}`

describe('an import', () => {
  test('adds what its files say', async () => {
    const report = await importBooks({
      'the-stranger': {
        title: 'The Étranger',
        author: 'Albert Camus',
        year: -42,
        genre: 'Health & Wellness',
        blurb: 'A man on a beach.',
        locked: true,
        publishedAt: '2026-02-03T04:05:06Z',
        text: `Hook\r\n\r\nFree.\r\n\r\n4. Paid\r\n\r\n${'word '.repeat(500)}`,
      },
    })
    expect(report).toEqual({ added: 1, changed: 0, unchanged: 0 })
    expect(await findBook('the-stranger')).toMatchObject({
      title: 'The Étranger',
      author: 'Albert Camus',
      year: -42,
      genre: 'health-and-wellness',
      blurb: 'A man on a beach.',
      locked: true,
      minutes: 2,
      publishedAt: new Date('2026-02-03T04:05:06Z'),
      coverFile: null,
    })
    const { texts } = await everything()
    expect(texts[0]!.text).toMatch(/^Hook\n\nFree\.\n\n4\. Paid\n\nword /)
  })

  test('of the same files again changes nothing', async () => {
    const books = { a: { title: 'A' }, b: { title: 'B' } }
    await importBooks(books)
    const before = await everything()
    expect(await importBooks(books)).toEqual({ added: 0, changed: 0, unchanged: 2 })
    expect(await everything()).toEqual(before)
  })

  test('replaces a book under its id and leaves the others alone', async () => {
    await importBooks({ a: { title: 'Old', blurb: 'Before.' }, b: { title: 'B' } })
    const before = await everything()
    const report = await importBooks({
      a: { title: 'New', blurb: 'After.', locked: true, text: TEXT.replace('free', 'new') },
      b: { title: 'B' },
      c: { title: 'C' },
    })
    expect(report).toEqual({ added: 1, changed: 1, unchanged: 1 })
    const after = await everything()
    expect(after.books[0]).toMatchObject({ id: before.books[0]!.id, title: 'New', locked: true })
    expect(after.books[0]!.createdAt).toEqual(before.books[0]!.createdAt)
    expect(after.books[1]).toEqual(before.books[1])
    expect(after.texts[0]!.text).toContain('The new part.')
    expect(await slugs({ search: 'after' })).toEqual(['a'])
    expect(await slugs({ search: 'before' })).toEqual([])
  })

  test('keeps books that are in none of its files', async () => {
    await importBooks({ a: {} })
    await importBooks({ b: {} })
    expect((await slugs()).toSorted()).toEqual(['a', 'b'])
  })

  test('takes .md and .txt, and leaves readmes and other files alone', async () => {
    const file = bookFile({})
    await importFiles({
      'a.md': file,
      'b.txt': file,
      'C.md.bak': 'x',
      'README.md': 'x',
      'readme.txt': 'x',
      'x.png': 'x',
    })
    expect((await slugs()).toSorted()).toEqual(['a', 'b'])
  })

  test('takes files of Windows, with a byte order mark and its line ends', async () => {
    await importFiles({ 'a.md': `\ufeff${bookFile({ title: 'Ä' }).replaceAll('\n', '\r\n')}` })
    expect((await findBook('a'))!.title).toBe('Ä')
    expect((await everything()).texts[0]!.text).not.toContain('\r')
  })

  test('says how far it is', async () => {
    const files = Object.fromEntries([0, 1, 2].map((i) => [`b-${i}.md`, bookFile({})]))
    const progress = vi.fn<Progress>()
    await withFolder(files, (folder) => importFolder(folder, progress))
    expect(progress.mock.calls).toEqual([
      ['checked', 1, 3],
      ['checked', 2, 3],
      ['checked', 3, 3],
      ['written', 3, 3],
    ])
  })

  test('takes more books than fit into one statement', async () => {
    const books = Object.fromEntries(
      Array.from({ length: 1203 }, (_, i) => [`b-${i}`, { title: `B ${i}` }]),
    )
    expect(await importBooks(books)).toEqual({ added: 1203, changed: 0, unchanged: 0 })
    expect(await db().bookText.count()).toBe(1203)
  })

  test('of two folders at once loses no book and doubles none', async () => {
    const results = await Promise.allSettled([
      importBooks({ a: { title: 'A' }, b: { title: 'B' } }),
      importBooks({ c: { title: 'C' }, d: { title: 'D' } }),
    ])
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled'])
    expect(await slugs()).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('the catalogue’s version', () => {
  test('rises with each change, and only then', async () => {
    const versions = [await catalogueVersion()]
    await importBooks({ a: { title: 'A' } })
    versions.push(await catalogueVersion())
    await importBooks({ a: { title: 'B' } })
    versions.push(await catalogueVersion())
    await importBooks({ a: { title: 'B' } })
    versions.push(await catalogueVersion())
    await importFiles({ 'a.md': 'broken' }).catch(() => {})
    versions.push(await catalogueVersion())
    const [first] = versions
    expect(versions).toEqual([first, first! + 1, first! + 2, first! + 2, first! + 2])
  })

  test('changed by another process is seen half a second later', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000_000)
    const before = await catalogueVersion()
    await db().catalogueVersion.update({ where: { id: 1 }, data: { version: { increment: 1 } } })
    now.mockReturnValue(1_000_499)
    expect(await catalogueVersion()).toBe(before)
    now.mockReturnValue(1_000_501)
    expect(await catalogueVersion()).toBe(before + 1)
  })
})

describe('a broken file', () => {
  /** What an import of these files is refused with, without the folder's name. */
  async function problemsOf(files: Record<string, string | Uint8Array>): Promise<string[]> {
    return withFolder(files, async (folder) => {
      const before = await everything()
      const error = await importFolder(folder, () => {}).catch((caught: unknown) => caught)
      expect(error).toBeInstanceOf(ImportError)
      expect(await everything()).toEqual(before)
      const { message } = error as ImportError
      expect(message.split('\n').at(-1)).toMatch(/^Nothing was imported\./)
      return message
        .split('\n')
        .slice(0, -1)
        .map((line) => line.replaceAll(`${folder}/`, ''))
    })
  }

  test('among many keeps all of them out, and is named with line and field', async () => {
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
      'b-30.md:5: genre: "Poetry" is not one of the nine genres',
    ])
    expect(await slugs()).toEqual(['old'])
    expect((await findBook('old'))!.title).toBe('Old')
  })

  test('found only by the database keeps all of them out', async () => {
    await importBooks({ old: { title: 'Old' } })
    const before = await everything()
    // Six hundred books in two INSERTs, the last with the slug of the first.
    const { writeBooks } = await import('#app/catalogue/store/writing.server.ts')
    const keeping = { by: null, sourceOf: () => '' }
    const { id: _id, popularity: _p, createdAt: _c, updatedAt: _u, ...columns } = before.books[0]!
    const record = { ...columns, text: TEXT, sources: [] }
    const records = Array.from({ length: 600 }, (_, i) => ({ ...record, slug: `b-${i % 599}` }))
    await expect(
      writeBooks([{ ...record, title: 'Changed' }, ...records], new Map(), keeping, () => {}),
    ).rejects.toThrow(/unique/i)
    expect(await everything()).toEqual(before)
  })

  const head = (changes: Record<string, unknown>) => bookFile(changes as never)
  const noBom = bookFile({})

  test.each<[string, string | Uint8Array, string]>([
    [
      'no head',
      'Just text.',
      'a.md:1: head: the file must begin with a head between two lines of ---',
    ],
    [
      'nothing at all',
      '',
      'a.md:1: head: the file must begin with a head between two lines of ---',
    ],
    [
      'a head that never ends',
      '---\ntitle: A\n',
      'a.md:1: head: the file must begin with a head between two lines of ---',
    ],
    [
      'text before the head',
      `Hello\n${noBom}`,
      'a.md:1: head: the file must begin with a head between two lines of ---',
    ],
    ['an unknown field', head({ subtitle: 'x' }), 'a.md:9: subtitle: unknown field'],
    [
      'a wrong genre',
      head({ genre: 'Poetry' }),
      'a.md:5: genre: "Poetry" is not one of the nine genres',
    ],
    [
      'no date',
      head({ publishedAt: 'soon' }),
      'a.md:8: publishedAt: must be a date such as 2026-09-14',
    ],
    [
      'a lock that is no yes or no',
      head({ locked: 'yes' }),
      'a.md:7: locked: must be true or false',
    ],
    ['a missing field', noBom.replace(/^author.*\n/m, ''), 'a.md:2: author: must be text'],
    ['a NUL byte', noBom.replace('free', 'fr\0ee'), 'a.md:12: text: the file holds a NUL byte'],
    [
      'bytes that are no UTF-8',
      Buffer.from(noBom.replace('free', 'fré'), 'latin1'),
      'a.md:1: text: the file is not UTF-8 text',
    ],
    ['UTF-16', Buffer.from(noBom, 'utf16le'), 'a.md:1: text: the file holds a NUL byte'],
    ['no text', head({ text: ' \n\n' }), 'a.md:10: text: the summary is empty'],
    [
      'nothing behind the cut',
      head({ text: 'Hook\n\nAll free.\n\n[FREE CUT HERE]\n' }),
      'a.md:10: text: nothing stands behind the free part: add ideas from "4." on',
    ],
    [
      'nothing before the cut',
      head({ text: '4. Paid\n\nThe paid part.' }),
      'a.md:10: text: nothing stands before the cut',
    ],
    [
      'one paragraph',
      head({ text: 'All in one.' }),
      'a.md:10: text: nothing stands before the cut',
    ],
    [
      'a text too long',
      head({ text: `${TEXT}${'a'.repeat(200_000)}` }),
      'a.md:10: text: must have at most 200000 characters',
    ],
    [
      'more than a mebibyte',
      head({ text: 'a'.repeat(1024 * 1024) }),
      'a.md:1: text: the file is larger than 1 MiB',
    ],
    [
      'a cover that is not there',
      head({ cover: 'no.png' }),
      'a.md:9: cover: no.png cannot be read',
    ],
    [
      'a cover elsewhere',
      head({ cover: '../a.png' }),
      'a.md:9: cover: must name a .jpg, .png, .webp or .avif file beside the book',
    ],
    [
      'a head that is a list',
      `---\n- title\n---\n${TEXT}`,
      'a.md:2: head: Invalid input: expected object, received array',
    ],
  ])('with %s is named', async (_, content, problem) => {
    expect(await problemsOf({ 'a.md': content, 'b.md': bookFile({}) })).toEqual([problem])
  })

  test.each([
    ['an open quote', noBom.replace(/^title.*$/m, 'title: "A'), 'head'],
    ['a tab', noBom.replace(/^title.*$/m, 'title:\n\t- A'), 'head'],
    ['a field twice', noBom.replace(/^(title.*)$/m, '$1\n$1'), 'head'],
    ['aliases', noBom.replace(/^title.*$/m, 'title: &a A\nsources: [*a, *a]'), 'head'],
    ['an empty head', '---\n---\nText', 'title'],
  ])('with a head that is no good YAML (%s) is named', async (_, content, field) => {
    const [first] = await problemsOf({ 'a.md': content })
    expect(first).toMatch(new RegExp(`^a\\.md:[1-9]\\d*: ${field}: .`))
  })

  test.each(['Walden.md', 'two words.md', 'a--b.md', 'ä.md', `${'a'.repeat(121)}.md`])(
    'named %s is no address',
    async (name) => {
      expect(await problemsOf({ [name]: bookFile({}) })).toEqual([
        `${name}:1: slug: the file name must be small letters, digits and single hyphens`,
      ])
    },
  )

  test('with the slug of another is named', async () => {
    expect(await problemsOf({ 'a.md': bookFile({}), 'a.txt': bookFile({}) })).toEqual([
      'a.txt:1: slug: a.md has the same slug',
    ])
  })

  test('is none that is a folder', async () => {
    const report = await withFolder({ 'b.md': bookFile({}) }, async (folder) => {
      mkdirSync(join(folder, 'a.md'))
      return importFolder(folder, () => {})
    })
    expect(report).toEqual({ added: 1, changed: 0, unchanged: 0 })
    expect(await slugs()).toEqual(['b'])
  })

  test.each<Record<string, string>>([{}, { 'x.png': '' }])(
    'is missed where there is none',
    async (files) => {
      await expect(importFiles(files)).rejects.toThrow(
        /holds no book files \(\.md, \.txt or \.json\)/,
      )
    },
  )

  test.each<[what: string, file: string, content: string, message: RegExp]>([
    [
      'a head of endless keys',
      'a.md',
      headOf('k', 70_000),
      /a\.md:2: head: must have at most 20000/,
    ],
    ['a head that nests', 'a.md', `---\na: ${'['.repeat(15_000)}\n---\n${TEXT}`, /a\.md:2: head: /],
    ['a book of endless keys', 'a.json', jsonOf('k', 200_000), /a\.json:1: k\d+: unknown field/],
    ['endless books', 'a.json', `[${'{},'.repeat(200_000)}{}]`, /book 1, text: Invalid input/],
    [
      'endless sources',
      'a.json',
      `{"slug":"a","text":"x","sources":[${'1,'.repeat(200_000)}1]}`,
      /sources: must be at most 100/,
    ],
  ])('of %s is refused with a hundred reasons at most', async (_what, file, content, message) => {
    const refused = await importFiles({ [file]: content }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ImportError)
    const { problems, message: said } = refused as ImportError
    expect(said).toMatch(message)
    expect(problems.length).toBeLessThanOrEqual(100)
  })

  test('of any content is refused or taken, but breaks nothing', async () => {
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

describe('a book’s own cover', async () => {
  const [image, other] = await Promise.all([picture('red'), picture('blue')])
  const files = { 'a.md': bookFile({ cover: 'a.PNG' }), 'a.PNG': image }
  const stored = () => db().bookCover.findMany({ orderBy: { width: 'asc' } })

  test('is encoded anew, in the sizes that are shown, under a name that its content decides', async () => {
    await importFiles(files)
    expect((await findBook('a'))!.coverFile).toMatch(/^a-[0-9a-f]{12}\.webp$/)
    const kept = await stored()
    expect(kept.map(({ width }) => width)).toEqual([320, 640])
    for (const { width, image } of kept) {
      expect(await sharp(image).metadata()).toMatchObject({
        format: 'webp',
        width,
        height: width * 1.5,
      })
      expect(Buffer.from(image).toString('latin1')).not.toContain('private')
    }
  })

  test('that changed changes the book though its file did not', async () => {
    await importFiles(files)
    const [before] = await stored()
    expect(await importFiles({ ...files, 'a.PNG': other })).toEqual({
      added: 0,
      changed: 1,
      unchanged: 0,
    })
    const after = await stored()
    expect(after).toHaveLength(2)
    expect(Buffer.from(after[0]!.image).equals(Buffer.from(before!.image))).toBe(false)
  })

  test('of a refused import is not kept, nor one that is no image', async () => {
    await expect(importFiles({ ...files, 'b.md': 'broken' })).rejects.toThrow(ImportError)
    const broken = { ...files, 'a.PNG': image.subarray(0, image.length / 2), 'b.md': bookFile({}) }
    await expect(importFiles(broken)).rejects.toThrow(/a\.md:9: cover: The image cannot be read/)
    const text = { ...files, 'a.PNG': Buffer.from('<svg/>') }
    await expect(importFiles(text)).rejects.toThrow(/a\.md:9: cover: This file is not a JPEG/)
    expect(await stored()).toEqual([])
    expect(await slugs()).toEqual([])
  })

  test('taken away gives the drawn cover back', async () => {
    await importFiles(files)
    await importBooks({ a: {} })
    expect((await findBook('a'))!.coverFile).toBeNull()
    expect(await stored()).toEqual([])
  })
})

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
        include: { text: true },
        orderBy: { slug: 'asc' },
      })
    ).map(({ withdrawnAt, text, ...book }) => ({
      ...book,
      // An image that is taken back is encoded once more.
      ...(book.coverFile === null ? {} : { coverFile: '', coverTag: '', sourceHash: '' }),
      withdrawn: withdrawnAt !== null,
      text: text!.text,
      sources: text!.sources,
    }))

  test('imported into an empty catalogue gives the same books', async () => {
    expect(await exported()).toBe('[]\n')
    await importFolder('content', () => {})
    await importFolder('tests/catalogues/awkward', () => {})
    await importBooks({
      later: { title: 'Später: "quotes" & \u2028 more', publishedAt: '2999-01-01T07:30:00Z' },
      gone: { title: 'Gone', withdrawn: true },
    })
    const before = await columns()
    const file = await exported()
    expect(await importFiles({ 'all.json': file })).toEqual({
      added: 0,
      changed: 1,
      unchanged: before.length - 1,
    })
    await emptyCatalogue()
    const report = await importFiles({ 'all.json': file })
    expect(report).toEqual({ added: before.length, changed: 0, unchanged: 0 })
    expect(await columns()).toEqual(before)
  })

  test('carries covers', async () => {
    await importFiles({ 'a.md': bookFile({ cover: 'a.png' }), 'a.png': await picture('green') })
    const file = await exported()
    await emptyCatalogue()
    await importFiles({ 'all.json': file })
    expect(await db().bookCover.count()).toBe(2)
    expect((await findBook('a'))!.coverFile).toMatch(/^a-[0-9a-f]{12}\.webp$/)
  })
})

describe('a file of JSON', () => {
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

  test('holds one book under its own name, or a list', async () => {
    await importFiles({
      'one.json': JSON.stringify(book),
      'list.json': JSON.stringify([{ slug: 'two', ...book, title: 'U' }]),
    })
    expect(await slugs()).toEqual(['one', 'two'])
  })

  test.each([
    ['no JSON', '{"title": ', /a\.json:1: json: this is no JSON/],
    ['no text', JSON.stringify([{ slug: 'a', title: 'T' }]), /a\.json:1: book 1, text: /],
    ['no address', JSON.stringify([book]), /a\.json:1: book 1, slug: must be small/],
    [
      'a wrong field',
      `[\n${JSON.stringify({ slug: 'x', ...book })},\n${JSON.stringify({ slug: 'y', ...book, year: 'x' })}\n]\n`,
      /a\.json:3: book 2, year: must be a whole number/,
    ],
    ['null', 'null', /a\.json:1: head: /],
  ])('with %s is named, and nothing is imported', async (_, content, problem) => {
    const files = { 'a.json': content, 'b.md': bookFile({}) }
    await expect(importFiles(files)).rejects.toThrow(problem)
    expect(await slugs()).toEqual([])
  })
})

test('a broken file in a folder of a thousand is named, and nothing is half imported', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 1000 }, (_, i) => [`book-${i}.md`, bookFile({ title: `Book ${i}` })]),
  )
  await importBooks({ 'book-7': { title: 'Before' } })
  const before = await everything()
  const broken = { ...files, 'book-617.md': bookFile({ year: 1.5 }) }
  await expect(importFiles(broken)).rejects.toThrow(/^\S+book-617\.md:4: year: [^\n]+\nNothing was/)
  expect(await everything()).toEqual(before)
  expect(await importFiles(files)).toEqual({ added: 999, changed: 1, unchanged: 0 })
})

test('the catalogue that ships can be imported', async () => {
  const report = await importFolder('content', () => {})
  expect(report).toEqual({ added: 18, changed: 0, unchanged: 0 })
  const { summary } = await openSummary('visitor', 'walden')
  expect(summary!.cut).toBe(true)
})

test('a folder that is not there is named', async () => {
  await withFolder({}, async (folder) => {
    writeFileSync(join(folder, 'file'), '')
    await expect(importFolder(join(folder, 'missing'), () => {})).rejects.toThrow(/missing/)
    await expect(importFolder(join(folder, 'file'), () => {})).rejects.toThrow(/file/)
  })
})
