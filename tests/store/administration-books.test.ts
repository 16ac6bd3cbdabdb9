import { expect, test } from 'vitest'
import {
  bookDetails,
  createBook,
  editBook,
  lockBook,
  restoreBook,
} from '#app/admin/service/books.server.ts'
import { importBooks as importSentBooks } from '#app/admin/service/catalogue.server.ts'
import { logPage } from '#app/admin/service/log.server.ts'
import { previewBook } from '#app/catalogue/service/edit-book.server.ts'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import { listBooks } from '#app/catalogue/service/list-books.server.ts'
import { openSummary } from '#app/catalogue/service/open-summary.server.ts'
import { db } from '#app/platform/database.server.ts'
import { bookFile, importBooks } from './books.ts'
import { newReader, outcome } from './readers.ts'

const admin = newReader({ role: 'admin', email: 'books-admin@example.com' })

const versionNow = async () => (await db().catalogueVersion.findFirstOrThrow()).version
const search = async (words: string) =>
  (await listBooks('full', { genre: null, sort: null, page: 1, search: words })).books.map(
    ({ slug }) => slug,
  )

test('a book is added, found, changed and restored, and each is in the log', async () => {
  const { id: actor } = await admin
  await createBook(actor, 'new-book', bookFile({ title: 'Zymurgy' }))
  expect(await search('zymurgy')).toEqual(['new-book'])
  const first = await bookDetails('new-book')
  const before = await versionNow()
  await editBook(actor, 'new-book', {
    source: bookFile({ title: 'Quixotry', blurb: 'Another: "one" #2' }),
    since: first.since,
  })
  expect(await versionNow()).toBe(before + 1)
  expect(await search('zymurgy')).toEqual([])
  expect(await search('quixotry')).toEqual(['new-book'])

  const second = await bookDetails('new-book')
  expect(second.id).toBe(first.id)
  expect(second.revisions).toMatchObject([{ by: 'books-admin@example.com' }])
  await restoreBook(actor, 'new-book', second.revisions[0]!.id)
  expect((await findBook('new-book'))!.title).toBe('Zymurgy')
  expect((await bookDetails('new-book')).revisions).toHaveLength(2)
  const { lines } = await logPage(null, { subjectKind: 'book', subjectId: first.id })
  expect(lines.map(({ action, subject }) => `${action}: ${subject}`)).toEqual([
    'Restored the book: Zymurgy',
    'Changed the book: Zymurgy',
    'Added the book: Zymurgy',
  ])
})

test('what an import writes over can be restored', async () => {
  const { id: actor } = await admin
  await importBooks({ imported: { title: 'First' }, other: { title: 'Untouched' } })
  await importBooks({ imported: { title: 'Second' }, other: { title: 'Untouched' } })
  const name = 'imported.md'
  const third = Buffer.from(bookFile({ title: 'Third' }))
  await importSentBooks(actor, [{ name, size: third.length, read: async () => third }])
  const { revisions } = await bookDetails('imported')
  expect(revisions.map(({ by }) => by)).toEqual([
    'books-admin@example.com',
    'an import on the server',
  ])
  expect((await bookDetails('other')).revisions).toEqual([])
  await restoreBook(actor, 'imported', revisions[1]!.id)
  expect((await findBook('imported'))!.title).toBe('First')
})

test('what is shown to be edited says all of the book', async () => {
  const { id: actor } = await admin
  const blurb = 'Yes: "no" # & \'maybe\' — 3'
  await importBooks({ all: { title: 'No', author: 'X: Y', year: -380, blurb, locked: true } })
  const stored = await db().book.findUniqueOrThrow({ where: { slug: 'all' } })
  const { source, since } = await bookDetails('all')
  await editBook(actor, 'all', { source, since })
  const {
    sourceHash: _,
    updatedAt: __,
    ...now
  } = await db().book.findUniqueOrThrow({
    where: { slug: 'all' },
  })
  expect(stored).toMatchObject(now)
})

test('of two changes made from the same state, one is refused and changes nothing', async () => {
  const { id: actor } = await admin
  await importBooks({ contested: { title: 'Contested' } })
  const { since } = await bookDetails('contested')
  const change = (title: string) =>
    outcome(editBook(actor, 'contested', { source: bookFile({ title }), since }))
  const outcomes = await Promise.all([change('One'), change('Two')])
  expect(outcomes.filter((text) => text === 'done')).toHaveLength(1)
  expect(outcomes.filter((text) => text.startsWith('conflict: Someone changed'))).toHaveLength(1)
  expect((await bookDetails('contested')).revisions).toHaveLength(1)
})

test('of two new books with one address at one instant, one is refused', async () => {
  const { id: actor } = await admin
  const add = (title: string) => outcome(createBook(actor, 'twins', bookFile({ title })))
  const said = await Promise.all(['One', 'Two', 'Three'].map(add))
  expect(said.filter((text) => text === 'done')).toHaveLength(1)
  expect(said.filter((text) => text.startsWith('conflict: Another book has'))).toHaveLength(2)
  expect(await db().book.count({ where: { slug: 'twins' } })).toBe(1)
})

test('a book is locked and unlocked', async () => {
  const { id: actor } = await admin
  await importBooks({ door: { title: 'Door', locked: false } })
  await lockBook(actor, 'door', true)
  expect((await openSummary('visitor', 'door')).summary).toBeNull()
  await lockBook(actor, 'door', false)
  expect((await openSummary('visitor', 'door')).summary).not.toBeNull()
})

test('what is wrong with a source is named, and nothing is written', async () => {
  const { id: actor } = await admin
  const refused = async (slug: string, source: string) => outcome(createBook(actor, slug, source))
  expect(await refused('no-head', 'Just text')).toMatch(/^invalid-input: Line 1, front matter/)
  expect(await refused('Bad Slug', bookFile({}))).toMatch(/^invalid-input: Use lowercase letters/)
  expect(await refused('covered', bookFile({ cover: 'a.png' }))).toMatch(/covers are not possible/)
  expect(await refused('../../etc/passwd', bookFile({}))).toMatch(/^invalid-input/)
  expect(await findBook('covered')).toBeNull()
})

test('a preview shows the free part and the whole', async () => {
  const { free, whole } = await previewBook('any', bookFile({}))
  expect(JSON.stringify(free)).not.toContain('The paid part.')
  expect(JSON.stringify(whole)).toContain('The paid part.')
})
