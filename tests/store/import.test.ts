import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  ImportError,
  importFolder,
  type Progress,
} from '#app/catalogue/import/import-folder.server.ts'
import { catalogueVersion, findBook, openSummary } from '#app/catalogue/service.server.ts'
import { db } from '#app/platform/database.server.ts'
import { env } from '#app/platform/env.server.ts'
import {
  bookFile,
  emptyCatalogue,
  importBooks,
  importFiles,
  slugs,
  TEXT,
  withFolder,
} from './books.ts'

beforeEach(emptyCatalogue)

const covers = () => join(env().dataDir, 'covers')

/** Everything that the database knows of the catalogue. */
async function everything() {
  return {
    books: await db().book.findMany({ orderBy: { id: 'asc' } }),
    texts: await db().bookText.findMany({ orderBy: { bookId: 'asc' } }),
    words: (await db().searchWord.findMany()).map((row) => row.word).toSorted(),
    version: await db().catalogueVersion.findMany(),
  }
}

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
    const { writeBooks } = await import('#app/catalogue/store.server.ts')
    const { id: _id, popularity: _p, createdAt: _c, updatedAt: _u, ...columns } = before.books[0]!
    const record = { ...columns, text: TEXT, sources: [] }
    const records = Array.from({ length: 600 }, (_, i) => ({ ...record, slug: `b-${i % 599}` }))
    await expect(
      writeBooks([{ ...record, title: 'Changed' }, ...records], () => {}),
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
      await expect(importFiles(files)).rejects.toThrow(/holds no book files \(\.md or \.txt\)/)
    },
  )

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

describe('a book’s own cover', () => {
  const image = Buffer.from('89504e470d0a1a0a', 'hex')
  const files = { 'a.md': bookFile({ cover: 'a.PNG' }), 'a.PNG': image }

  test('is copied under a name that its content decides', async () => {
    await importFiles(files)
    const { coverFile } = (await findBook('a'))!
    expect(coverFile).toMatch(/^a-[0-9a-f]{12}\.png$/)
    expect(readFileSync(join(covers(), coverFile!)).equals(image)).toBe(true)
  })

  test('that changed changes the book though its file did not, and keeps the old image', async () => {
    await importFiles(files)
    const before = (await findBook('a'))!.coverFile!
    expect(await importFiles({ ...files, 'a.PNG': Buffer.from('other') })).toEqual({
      added: 0,
      changed: 1,
      unchanged: 0,
    })
    const after = (await findBook('a'))!.coverFile!
    expect(after).not.toBe(before)
    expect(readdirSync(covers())).toEqual(expect.arrayContaining([before, after]))
  })

  test('of a refused import is not kept', async () => {
    const other = { ...files, 'a.PNG': Buffer.from('refused'), 'b.md': 'broken' }
    const before = existsSync(covers()) ? readdirSync(covers()) : []
    await expect(importFiles(other)).rejects.toThrow(ImportError)
    expect(existsSync(covers()) ? readdirSync(covers()) : []).toEqual(before)
  })

  test('taken away gives the drawn cover back', async () => {
    await importFiles(files)
    await importBooks({ a: {} })
    expect((await findBook('a'))!.coverFile).toBeNull()
  })
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
