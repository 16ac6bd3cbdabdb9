import { beforeEach, expect, test } from 'vitest'
import {
  collectionDetails,
  createCollection,
  editCollection,
  restoreCollection,
  withdrawCollection,
} from '#app/admin/service/edit-collections.server.ts'
import { lockBook, withdrawBook } from '#app/admin/service/edit-books.server.ts'
import { importBooks as importUploads } from '#app/admin/service/import-books.server.ts'
import { loadLog } from '#app/admin/service/load-log.server.ts'
import { findCollection, listCollections } from '#app/catalogue/service/list-collections.server.ts'
import { collectionView } from '#app/web/catalogue/collection-view.ts'
import { db } from '#app/platform/database.server.ts'
import { importDetail } from '#app/catalogue/rules/import-detail.ts'
import { bookFile, emptyCatalogue, importBooks, importFiles } from './books.ts'
import { newReader, outcome } from './readers.ts'

const admin = newReader({ role: 'admin', email: 'collections-admin@example.com' })

const SLUGS = ['one', 'two', 'three', 'four']
const books = Object.fromEntries(SLUGS.map((slug) => [`${slug}.md`, bookFile({ title: slug })]))
const named = (slugs: string[]) => slugs.map((slug) => ({ slug, sentence: `About ${slug}: yes.` }))
const input = (title: string, slugs = SLUGS) => ({
  title,
  blurb: 'A few books.',
  position: 1,
  books: named(slugs),
})
const collectionFile = (title: string, slugs = SLUGS, position = 1) =>
  `---\ntitle: ${title}\nblurb: A few books.\nposition: ${position}\nbooks:\n${slugs
    .map((slug) => `  - ${slug}: "About ${slug}: yes."`)
    .join('\n')}\n---\n`

const shown = async () =>
  (await listCollections()).map(({ slug, books }) => [slug, ...books.map(({ book }) => book.slug)])

beforeEach(emptyCatalogue)

test('collections are imported with the books, once, and keep earlier versions', async () => {
  const files = {
    ...books,
    'collections/second.md': collectionFile('Second', [...SLUGS, 'missing'], 2),
    'collections/first.md': collectionFile('First', ['four', 'three', 'two', 'one']),
  }
  expect(await importFiles(files)).toEqual({ added: 6, changed: 0, unchanged: 0 })
  expect(await shown()).toEqual([
    ['first', 'four', 'three', 'two', 'one'],
    ['second', ...SLUGS],
  ])
  expect(await importFiles(files)).toEqual({ added: 0, changed: 0, unchanged: 6 })
  const edited = { 'collections/first.md': collectionFile('First again') }
  expect(await importFiles({ 'one.md': bookFile({ title: 'one' }), ...edited })).toEqual({
    added: 0,
    changed: 1,
    unchanged: 1,
  })
  expect((await findCollection('first'))!.title).toBe('First again')
  const { revisions } = await collectionDetails('first')
  expect(revisions).toMatchObject([{ by: 'Import on the server' }])
  // The book that was missing.
  await importBooks({ missing: { title: 'Missing' } })
  expect((await shown())[1]).toEqual(['second', ...SLUGS, 'missing'])
})

test('the log counts added books and collections separately', () => {
  const imported = { added: 64, addedCollections: 10, changed: 0 }
  expect(importDetail(imported)).toBe('54 new books, 10 new collections, 0 changed')
  expect(importDetail({ added: 2, addedCollections: 1, changed: 3 })).toBe(
    '1 new book, 1 new collection, 3 changed',
  )
  expect(importDetail({ added: 0, addedCollections: 0, changed: 1 })).toBe('1 changed')
})

test('an upload of a collection alone is recognized by its header', async () => {
  const { id: actor } = await admin
  await importFiles(books)
  const bytes = Buffer.from(collectionFile('Uploaded'))
  const file = { name: 'uploaded.md', size: bytes.length, read: async () => bytes }
  expect(await importUploads(actor, [file])).toMatchObject({
    added: 1,
    addedCollections: 1,
    changed: 0,
    unchanged: 0,
  })
  expect(await shown()).toEqual([['uploaded', ...SLUGS]])
})

test('a collection with a problem stops the whole import', async () => {
  const files = { ...books, 'collections/bad.md': collectionFile('Bad', ['one', 'two']) }
  await expect(importFiles(files)).rejects.toThrow(/bad\.md:6: books: must have at least 4 entries/)
  expect(await db().book.count()).toBe(0)
})

test('hidden books are left out, and a collection with one book is not shown', async () => {
  const { id: actor } = await admin
  await importFiles({
    ...books,
    'three.md': bookFile({ title: 'three', publishedAt: '2999-01-01' }),
    'collections/path.md': collectionFile('Path'),
  })
  expect(await shown()).toEqual([['path', 'one', 'two', 'four']])
  await withdrawBook(actor, 'one', true)
  await lockBook(actor, 'two', true)
  expect(await shown()).toEqual([['path', 'two', 'four']])
  expect((await findCollection('path'))!.books[0]!.book.locked).toBe(true)
  await withdrawBook(actor, 'four', true)
  expect(await shown()).toEqual([])
  expect(await findCollection('path')).toBeNull()
  await withdrawBook(actor, 'one', false)
  const [collection] = await listCollections()
  expect(collectionView(collection!)).toMatchObject({ slug: 'path', minutes: 2 })
})

test('a collection is added, edited, withdrawn, and restored, and the log has each change', async () => {
  const { id: actor } = await admin
  await importFiles(books)
  await createCollection(actor, 'path', input('First title'))
  const first = await collectionDetails('path')
  await editCollection(actor, 'path', input('Second title', SLUGS.toReversed()), first.since)
  expect(await shown()).toEqual([['path', 'four', 'three', 'two', 'one']])
  await withdrawCollection(actor, 'path', true)
  await withdrawCollection(actor, 'path', true)
  expect(await shown()).toEqual([])
  // An import of the same collection does not return it.
  await importFiles({ 'collections/path.md': collectionFile('Third title'), ...books })
  expect(await shown()).toEqual([])
  await withdrawCollection(actor, 'path', false)
  const { revisions } = await collectionDetails('path')
  expect(revisions.map(({ by }) => by)).toEqual([
    'Import on the server',
    'collections-admin@example.com',
  ])
  await restoreCollection(actor, 'path', revisions[1]!.id)
  expect(await findCollection('path')).toMatchObject({ title: 'First title' })
  const { lines } = await loadLog(null, { subjectKind: 'collection', subjectId: first.id })
  expect(lines.map(({ action, subject }) => `${action}: ${subject}`)).toEqual([
    'Restored an earlier version: First title',
    'Returned the collection: First title',
    'Withdrew the collection: First title',
    'Edited the collection: First title',
    'Added the collection: First title',
  ])
})

test('of two edits of the same version, the second is refused, and of two new ones', async () => {
  const { id: actor } = await admin
  await importFiles(books)
  const add = (title: string) => outcome(createCollection(actor, 'path', input(title)))
  const added = await Promise.all([add('One'), add('Two')])
  expect(added.filter((text) => text === 'done')).toHaveLength(1)
  expect(added.filter((text) => text.startsWith('conflict: Another coll'))).toHaveLength(1)
  const { since } = await collectionDetails('path')
  const edit = (title: string) => outcome(editCollection(actor, 'path', input(title), since))
  const edited = await Promise.all([edit('Three'), edit('Four')])
  expect(edited.filter((text) => text === 'done')).toHaveLength(1)
  expect(edited.filter((text) => text.startsWith('conflict: Someone changed'))).toHaveLength(1)
  expect((await collectionDetails('path')).revisions).toHaveLength(1)
})

test('the form is refused for unknown books, repeated ones, and bad addresses', async () => {
  const { id: actor } = await admin
  await importFiles(books)
  const refused = (slug: string, of: string[]) =>
    createCollection(actor, slug, input('Title', of)).then(
      () => null,
      (error: { fields?: Record<string, string[]> }) => Object.keys(error.fields!),
    )
  expect(await refused('path', [...SLUGS.slice(1), 'nothing'])).toEqual(['book4'])
  expect(await refused('path', ['one', '', 'two', 'three'])).toEqual(['book2'])
  expect(await refused('path', ['one', 'one', 'two', 'three'])).toEqual(['books'])
  expect(await refused('new', SLUGS)).toEqual(['slug'])
  expect(await refused('../x', SLUGS)).toEqual(['slug'])
  expect(await shown()).toEqual([])
})
