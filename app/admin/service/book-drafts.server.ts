import { addBook, bookToEdit, changeBook } from '../../catalogue/service/edit-book.server.ts'
import { correctionText } from '../../catalogue/schema/book.ts'
import type { Change } from '../../catalogue/service/book-change.ts'
import { DomainError } from '../../platform/errors.ts'
import { type BookForm, bookFormDifferences, textProblems } from '../rules/book-form.ts'
import { MAX_DRAFTS } from '../rules/limits.ts'
import {
  addDraft,
  countDrafts,
  type DraftKey,
  draftOf,
  removeDraft,
  removingDraft,
  updateDraft,
} from '../store/drafts.server.ts'
import { fileOf, formOf } from './book-form.server.ts'
import { changeBy, editedBy } from './edit-books.server.ts'

export { draftsOf } from '../store/drafts.server.ts'

/** The slug of the draft of a book that does not exist yet. */
export const NEW_BOOK = 'new'

interface DraftFields {
  /** The address of a new book; otherwise that of the book. */
  slug: string
  form: BookForm
  /** What it corrects, for readers; empty: it is no correction. */
  correction: string
}

export interface SentDraft extends DraftFields {
  /** The state of the book that it started from. */
  since: string
  /** The version of the stored draft that it continues; 0: there was none. */
  version: number
}

export interface Editing extends SentDraft {
  title: string
  /** When the draft was saved; null: there is none. */
  savedAt: Date | null
  /** Someone changed the book after the draft was started: the parts that differ from it. */
  outdated: string[] | null
}

/**
 * A book for the form: its draft, or the book itself.
 * @param empty the form of a new book
 * @returns why the form cannot represent the book, which has no draft
 * @throws DomainError not-found
 */
export async function openEditor(
  key: DraftKey,
  empty: BookForm,
): Promise<Editing | { reason: string }> {
  const isNew = key.slug === NEW_BOOK
  const [book, draft] = await Promise.all([isNew ? null : bookToEdit(key.slug), draftOf(key)])
  const read = book ? formOf(book.source) : { form: empty }
  const [title, since] = [book?.title ?? 'New book', book?.since ?? '']
  if (!draft) {
    if ('reason' in read) return read
    const slug = isNew ? '' : key.slug
    const unchanged = { version: 0, savedAt: null, outdated: null }
    return { title, slug, form: read.form, correction: '', since, ...unchanged }
  }
  // Drafts of older versions have no correction.
  const { slug, form, correction = '' } = JSON.parse(draft.fields) as DraftFields
  const { version, savedAt } = draft
  const outdated =
    draft.since === since ? null : 'form' in read ? bookFormDifferences(read.form, form) : []
  return { title, slug, form, correction, since: draft.since, version, savedAt, outdated }
}

const CHANGED_ELSEWHERE =
  'This draft was saved, published, or discarded in another window. This window still has your text. Open the editor again, compare, and continue there.'

/**
 * Saves a draft. Saving the same again, because the answer was lost, gives the same answer.
 * @returns its new version
 * @throws DomainError conflict (it was changed in another window), too-many-requests (too many drafts)
 */
export async function saveDraft(
  key: DraftKey,
  { slug, form, correction, since, version }: SentDraft,
  now = new Date(),
): Promise<{ version: number; savedAt: Date }> {
  const content = {
    since,
    fields: JSON.stringify({ slug, form, correction } satisfies DraftFields),
  }
  if (version === 0 && (await countDrafts(key.userId)) >= MAX_DRAFTS) {
    throw new DomainError(
      'too-many-requests',
      `You have ${MAX_DRAFTS} drafts. Publish or discard one first.`,
    )
  }
  const saved =
    version === 0
      ? await addDraft(key, content, now)
      : await updateDraft(key, version, content, now)
  if (saved) return { version: version + 1, savedAt: now }
  const stored = await draftOf(key)
  const isSame =
    stored?.version === version + 1 &&
    stored.since === content.since &&
    stored.fields === content.fields
  if (!isSame) throw new DomainError('conflict', CHANGED_ELSEWHERE)
  return { version: stored.version, savedAt: stored.savedAt }
}

export const discardDraft = removeDraft

/**
 * Lets a draft replace the current state of its book, which someone else has saved since.
 * @throws DomainError not-found; conflict as saveDraft()
 */
export async function keepDraft(key: DraftKey, sent: SentDraft): Promise<void> {
  const { since } = await bookToEdit(key.slug)
  await saveDraft(key, { ...sent, since })
}

/** Whether the book was changed after the draft was started. */
export async function isOutdated(slug: string, since: string): Promise<boolean> {
  return slug !== NEW_BOOK && (await bookToEdit(slug)).since !== since
}

/**
 * Publishes a draft: the form becomes the book, and the draft is removed.
 * @returns the book's slug
 * @throws DomainError invalid-input with the problems of each field; conflict
 */
export async function publishDraft(key: DraftKey, sent: SentDraft): Promise<string> {
  const { slug, form, since } = sent
  const correction = correctionText.safeParse(sent.correction)
  const problems = Object.entries(textProblems(form)).map(([field, problem]) => [field, [problem]])
  if (!correction.success)
    problems.push(['correction', correction.error.issues.map(({ message }) => message)])
  if (!correction.success || problems.length > 0) {
    throw new DomainError('invalid-input', 'Please correct the form.', Object.fromEntries(problems))
  }
  const isNew = key.slug === NEW_BOOK
  const logged = isNew
    ? changeBy(key.userId, 'book.create', slug)
    : editedBy(key.userId, correction.data)
  const change: Change = {
    ...logged,
    inTransaction: (bookId) => async (queries) => {
      await logged.inTransaction(bookId)(queries)
      await removingDraft(key)(queries)
    },
  }
  if (isNew) await addBook(slug, fileOf(form), change)
  else await changeBook(key.slug, fileOf(form), since, change)
  return isNew ? slug : key.slug
}
