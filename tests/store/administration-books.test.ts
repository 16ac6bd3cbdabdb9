import { describe, expect, test } from 'vitest'
import type { BookForm } from '#app/admin/rules/book-form.ts'
import { MAX_DRAFTS } from '#app/admin/rules/limits.ts'
import {
  discardDraft,
  draftsOf,
  type Editing,
  isOutdated,
  keepDraft,
  openEditor,
  publishDraft,
  saveDraft,
} from '#app/admin/service/book-drafts.server.ts'
import {
  bookDetails,
  createBook,
  editBook,
  lockBook,
  previewBook,
  restoreBook,
} from '#app/admin/service/edit-books.server.ts'
import { importBooks as importUploads } from '#app/admin/service/import-books.server.ts'
import { loadLog } from '#app/admin/service/load-log.server.ts'
import { MAX_CORRECTION_CHARS } from '#app/catalogue/schema/book.ts'
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

test('a book is added, found, edited, and restored, and the log records each change', async () => {
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
  const { lines } = await loadLog(null, { subjectKind: 'book', subjectId: first.id })
  expect(lines.map(({ action, subject }) => `${action}: ${subject}`)).toEqual([
    'Restored an earlier version: Zymurgy',
    'Edited the book: Zymurgy',
    'Added the book: Zymurgy',
  ])
})

test('a change that is marked as a correction is shown with the summary', async () => {
  const { id: actor } = await admin
  await importBooks({ corrected: { title: 'Corrected' } })
  const edit = async (title: string, correction?: string) => {
    const { since } = await bookDetails('corrected')
    await editBook(actor, 'corrected', { source: bookFile({ title }), since, correction })
  }
  const shown = async () => (await openSummary('visitor', 'corrected')).provenance.corrections
  await edit('Typo removed')
  expect(await shown()).toEqual([])
  await edit('One', 'The year of the first edition is 1854, not 1845.')
  await edit('Two', 'Macbeth is by Shakespeare.')
  const today = new Date().toISOString().slice(0, 10)
  expect(await shown()).toEqual([
    { day: today, text: 'Macbeth is by Shakespeare.' },
    { day: today, text: 'The year of the first edition is 1854, not 1845.' },
  ])
  const { id: subjectId, revisions } = await bookDetails('corrected')
  expect(revisions.map(({ correction }) => correction)).toEqual([
    'Macbeth is by Shakespeare.',
    'The year of the first edition is 1854, not 1845.',
    null,
  ])
  const { lines } = await loadLog(null, { subjectKind: 'book', subjectId })
  expect(lines.map(({ action }) => action)).toEqual([
    'Corrected the book',
    'Corrected the book',
    'Edited the book',
  ])
})

test('a version that an import replaced can be restored', async () => {
  const { id: actor } = await admin
  await importBooks({ imported: { title: 'First' }, other: { title: 'Untouched' } })
  await importBooks({ imported: { title: 'Second' }, other: { title: 'Untouched' } })
  const name = 'imported.md'
  const third = Buffer.from(bookFile({ title: 'Third' }))
  await importUploads(actor, [{ name, size: third.length, read: async () => third }])
  const { revisions } = await bookDetails('imported')
  expect(revisions.map(({ by }) => by)).toEqual(['books-admin@example.com', 'Import on the server'])
  expect((await bookDetails('other')).revisions).toEqual([])
  await restoreBook(actor, 'imported', revisions[1]!.id)
  expect((await findBook('imported'))!.title).toBe('First')
})

test('saving a book without edits changes nothing', async () => {
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

test('of two edits of the same version, the second is refused', async () => {
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

test('of concurrent new books with the same address, one is added', async () => {
  const { id: actor } = await admin
  const add = (title: string) => outcome(createBook(actor, 'twins', bookFile({ title })))
  const results = await Promise.all(['One', 'Two', 'Three'].map(add))
  expect(results.filter((text) => text === 'done')).toHaveLength(1)
  expect(results.filter((text) => text.startsWith('conflict: Another book has'))).toHaveLength(2)
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

test('an invalid source is refused with its problems', async () => {
  const { id: actor } = await admin
  const refused = async (slug: string, source: string) => outcome(createBook(actor, slug, source))
  expect(await refused('no-head', 'Just text')).toMatch(/^invalid-input: Line 1, front matter/)
  expect(await refused('Bad Slug', bookFile({}))).toMatch(/^invalid-input: Use lowercase letters/)
  expect(await refused('covered', bookFile({ cover: 'a.png' }))).toMatch(/covers are not possible/)
  expect(await refused('../../etc/passwd', bookFile({}))).toMatch(/^invalid-input/)
  expect(await findBook('covered')).toBeNull()
})

test('a preview has the free part and the rest', async () => {
  const { free, paid } = (await previewBook('any', bookFile({}))).parts
  expect(JSON.stringify(free)).not.toContain('The paid part.')
  expect(JSON.stringify(paid)).toContain('The paid part.')
})

describe('a draft', () => {
  const TEXT = ['Hook', 'A.', ...[1, 2, 3].flatMap((n) => [`${n}. Idea`, 'B.']), '[FREE CUT HERE]']
  const text = [...TEXT, '4. Paid', 'C.'].join('\n\n')
  const emptyForm = {} as BookForm
  const opened = async (userId: number, slug: string) => {
    const editing = await openEditor({ userId, slug }, emptyForm)
    if ('reason' in editing) throw new Error(editing.reason)
    return editing
  }
  const entitled = (editing: Editing, title: string) => ({
    ...editing,
    form: { ...editing.form, head: { ...editing.form.head, title } },
  })

  test('is kept for its administrator and its book until it is published', async () => {
    const { id: userId } = await newReader({ role: 'admin' })
    await importBooks({ drafted: { title: 'Before', text } })
    const key = { userId, slug: 'drafted' }
    const first = await opened(userId, 'drafted')
    expect(first).toMatchObject({ title: 'Before', version: 0, savedAt: null, outdated: null })
    const correction = ' The title was\n wrong. '
    const sent = { ...entitled(first, 'After'), correction }
    const saved = await saveDraft(key, sent)
    const { version } = saved
    // The answer was lost.
    expect(await saveDraft(key, sent)).toEqual(saved)
    expect(await outcome(saveDraft(key, entitled(sent, 'Other')))).toMatch(/^conflict/)
    const later = await opened(userId, 'drafted')
    expect(later).toMatchObject({ version, correction, form: { head: { title: 'After' } } })
    expect((await draftsOf(userId)).map(({ slug }) => slug)).toEqual(['drafted'])
    expect((await opened((await admin).id, 'drafted')).version).toBe(0)
    expect((await findBook('drafted'))!.title).toBe('Before')
    expect((await loadLog(null)).lines.some(({ subject }) => subject?.includes('Before'))).toBe(
      false,
    )

    expect(await publishDraft(key, later)).toBe('drafted')
    expect((await findBook('drafted'))!.title).toBe('After')
    expect(await draftsOf(userId)).toEqual([])
    expect((await bookDetails('drafted')).revisions).toMatchObject([
      { correction: 'The title was wrong.' },
    ])
  })

  test('is not overwritten by another window, nor does it overwrite another change', async () => {
    const { id: userId } = await newReader({ role: 'admin' })
    await importBooks({ shared: { title: 'Before', text } })
    const key = { userId, slug: 'shared' }
    const [one, two] = [await opened(userId, 'shared'), await opened(userId, 'shared')]
    const racing = [saveDraft(key, entitled(one, 'One')), saveDraft(key, entitled(two, 'Two'))]
    const outcomes = await Promise.all(racing.map(outcome))
    expect(outcomes.toSorted()).toEqual([expect.stringMatching(/^conflict: /), 'done'])
    const draft = await opened(userId, 'shared')
    expect(await outcome(saveDraft(key, { ...draft, version: draft.version + 1 }))).toMatch(
      /^conflict/,
    )

    await lockBook((await admin).id, 'shared', true)
    const outdated = await opened(userId, 'shared')
    expect(outdated.outdated).toEqual(['Title', 'Locked'])
    expect(await isOutdated('shared', outdated.since)).toBe(true)
    expect(await outcome(publishDraft(key, outdated))).toMatch(/^conflict: Someone changed/)
    await keepDraft(key, outdated)
    const kept = await opened(userId, 'shared')
    expect(kept.outdated).toBeNull()
    await publishDraft(key, kept)
    expect((await findBook('shared'))!.title).toMatch(/One|Two/)
  })

  test('is refused with its problems, and their number is limited', async () => {
    const { id: userId } = await newReader({ role: 'admin' })
    await importBooks({ refused: { title: 'Before', text } })
    const key = { userId, slug: 'refused' }
    const editing = await opened(userId, 'refused')
    expect(await outcome(publishDraft(key, entitled(editing, '')))).toMatch(
      /title: must not be empty/,
    )
    const ideas = [{ heading: '', text: 'A.' }]
    const wrong = { ...editing, form: { ...editing.form, ideas } }
    expect(await outcome(publishDraft(key, wrong))).toMatch(/^invalid-input/)
    const tooLong = { ...editing, correction: 'x'.repeat(MAX_CORRECTION_CHARS + 1) }
    await expect(publishDraft(key, tooLong)).rejects.toMatchObject({
      fields: { correction: [expect.stringMatching(/^Please use at most/)] },
    })
    await db().bookDraft.createMany({
      data: Array.from({ length: MAX_DRAFTS }, (_, i) => ({
        ...{ userId, slug: `draft-${i}`, since: '', fields: '{}', version: 1 },
        savedAt: new Date(),
      })),
    })
    expect(await outcome(saveDraft(key, editing))).toMatch(/^too-many-requests/)
    await discardDraft({ userId, slug: 'draft-0' })
    expect(await outcome(saveDraft(key, editing))).toBe('done')
  })
})
