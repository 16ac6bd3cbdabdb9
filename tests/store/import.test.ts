import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  ImportError,
  importFolder,
  type ImportProgress,
} from '#app/catalogue/service/import-folder.server.ts'
import { catalogueVersion } from '#app/catalogue/service/version.server.ts'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import { openSummary } from '#app/catalogue/service/open-summary.server.ts'
import { db } from '#app/platform/database.server.ts'
import {
  bookFile,
  catalogueRows,
  coverPng,
  emptyCatalogue,
  importBooks,
  importFiles,
  slugs,
  TEXT,
  withFolder,
} from './books.ts'

beforeEach(emptyCatalogue)

describe('importing', () => {
  test('stores the fields of a book file', async () => {
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
    const { texts } = await catalogueRows()
    expect(texts[0]!.text).toMatch(/^Hook\n\nFree\.\n\n4\. Paid\n\nword /)
  })

  test('the same files again changes nothing', async () => {
    const books = { a: { title: 'A' }, b: { title: 'B' } }
    await importBooks(books)
    const before = await catalogueRows()
    expect(await importBooks(books)).toEqual({ added: 0, changed: 0, unchanged: 2 })
    expect(await catalogueRows()).toEqual(before)
  })

  test('replaces a changed book under its id and skips the others', async () => {
    await importBooks({ a: { title: 'Old', blurb: 'Before.' }, b: { title: 'B' } })
    const before = await catalogueRows()
    const report = await importBooks({
      a: { title: 'New', blurb: 'After.', locked: true, text: TEXT.replace('free', 'new') },
      b: { title: 'B' },
      c: { title: 'C' },
    })
    expect(report).toEqual({ added: 1, changed: 1, unchanged: 1 })
    const after = await catalogueRows()
    expect(after.books[0]).toMatchObject({ id: before.books[0]!.id, title: 'New', locked: true })
    expect(after.books[0]!.createdAt).toEqual(before.books[0]!.createdAt)
    expect(after.books[1]).toEqual(before.books[1])
    expect(after.texts[0]!.text).toContain('The new part.')
    expect(await slugs({ search: 'after' })).toEqual(['a'])
    expect(await slugs({ search: 'before' })).toEqual([])
  })

  test('keeps books that are not among the files', async () => {
    await importBooks({ a: {} })
    await importBooks({ b: {} })
    expect((await slugs()).toSorted()).toEqual(['a', 'b'])
  })

  test('reads .md and .txt files, but not readmes and other files', async () => {
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

  test('reads Windows files, with a byte order mark and CRLF', async () => {
    await importFiles({ 'a.md': `\ufeff${bookFile({ title: 'Ä' }).replaceAll('\n', '\r\n')}` })
    expect((await findBook('a'))!.title).toBe('Ä')
    expect((await catalogueRows()).texts[0]!.text).not.toContain('\r')
  })

  test('reports progress', async () => {
    const files = Object.fromEntries([0, 1, 2].map((i) => [`b-${i}.md`, bookFile({})]))
    const progress = vi.fn<ImportProgress>()
    await withFolder(files, (folder) => importFolder(folder, progress))
    expect(progress.mock.calls).toEqual([
      ['checked', 1, 3],
      ['checked', 2, 3],
      ['checked', 3, 3],
      ['written', 3, 3],
    ])
  })

  test('writes more books than fit into one statement', async () => {
    const books = Object.fromEntries(
      Array.from({ length: 1203 }, (_, i) => [`b-${i}`, { title: `B ${i}` }]),
    )
    expect(await importBooks(books)).toEqual({ added: 1203, changed: 0, unchanged: 0 })
    expect(await db().bookText.count()).toBe(1203)
  })

  test('two folders at the same time loses or duplicates no book', async () => {
    const results = await Promise.allSettled([
      importBooks({ a: { title: 'A' }, b: { title: 'B' } }),
      importBooks({ c: { title: 'C' }, d: { title: 'D' } }),
    ])
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled'])
    expect(await slugs()).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('the catalogue version', () => {
  test('increases with each change, and only then', async () => {
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

  test('that another process increased is seen half a second later', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000_000)
    const before = await catalogueVersion()
    await db().catalogueVersion.update({ where: { id: 1 }, data: { version: { increment: 1 } } })
    now.mockReturnValue(1_000_499)
    expect(await catalogueVersion()).toBe(before)
    now.mockReturnValue(1_000_501)
    expect(await catalogueVersion()).toBe(before + 1)
  })
})

describe('a book’s own cover', async () => {
  const [image, other] = await Promise.all([coverPng('red'), coverPng('blue')])
  const files = { 'a.md': bookFile({ cover: 'a.PNG' }), 'a.PNG': image }
  const stored = () => db().bookCover.findMany({ orderBy: { width: 'asc' } })

  test('is encoded again in two sizes, without metadata, and named after its content', async () => {
    await importFiles(files)
    expect((await findBook('a'))!.coverFile).toMatch(/^a-[0-9a-f]{12}\.webp$/)
    const images = await stored()
    expect(images.map(({ width }) => width)).toEqual([320, 640])
    for (const { width, image } of images) {
      expect(await sharp(image).metadata()).toMatchObject({
        format: 'webp',
        width,
        height: width * 1.5,
      })
      expect(Buffer.from(image).toString('latin1')).not.toContain('private')
    }
  })

  test('changes the book when only the image changes', async () => {
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

  test('is not stored when the import fails or the file is not an image', async () => {
    await expect(importFiles({ ...files, 'b.md': 'broken' })).rejects.toThrow(ImportError)
    const broken = { ...files, 'a.PNG': image.subarray(0, image.length / 2), 'b.md': bookFile({}) }
    await expect(importFiles(broken)).rejects.toThrow(/a\.md:9: cover: The image cannot be read/)
    const text = { ...files, 'a.PNG': Buffer.from('<svg/>') }
    await expect(importFiles(text)).rejects.toThrow(/a\.md:9: cover: This file is not a JPEG/)
    expect(await stored()).toEqual([])
    expect(await slugs()).toEqual([])
  })

  test('can be removed, which brings back the drawn cover', async () => {
    await importFiles(files)
    await importBooks({ a: {} })
    expect((await findBook('a'))!.coverFile).toBeNull()
    expect(await stored()).toEqual([])
  })
})

test('the catalogue in content/ can be imported', async () => {
  const names = readdirSync('content', { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => name.endsWith('.md'))
  const report = await importFolder('content', () => {})
  expect(report).toMatchObject({ added: files.length, changed: 0, unchanged: 0 })
  const { summary } = await openSummary('visitor', 'walden')
  expect(summary!.cut).toBe(true)
})

test('a missing folder is reported', async () => {
  await withFolder({}, async (folder) => {
    writeFileSync(join(folder, 'file'), '')
    await expect(importFolder(join(folder, 'missing'), () => {})).rejects.toThrow(/missing/)
    await expect(importFolder(join(folder, 'file'), () => {})).rejects.toThrow(/file/)
  })
})
