import { parse } from 'yaml'
import { DomainError } from '../../platform/errors.ts'
import type { NamedBook } from '../rules/collections.ts'
import { isSlug } from '../schema/book.ts'
import {
  allCollections,
  booksToChoose,
  collectionNames,
  collectionRevisions,
  collectionRevisionSource,
  type CollectionRecord,
  idsOfSlugs,
  saveCollection,
  setCollectionWithdrawnAt,
  storedCollection,
  type StoredCollection,
} from '../store/collections.server.ts'
import type { Change as BookChange } from './book-change.ts'
import { checkCollection, collectionFields, collectionSource } from './check-collection.server.ts'
import { splitBookFile } from './book-source.ts'
import { forgetCatalogueVersion } from './version.server.ts'

const SHOWN_REVISIONS = 100
/** Titles that the form suggests. */
const SUGGESTED_BOOKS = 1000

export type CollectionChange = Omit<BookChange, 'correction'>

/** What an administrator enters. Entries without a book are left out. */
export interface CollectionInput {
  title: string
  blurb: string
  position: number
  books: NamedBook[]
}

/** The collections with the number of their books, for administrators. */
export async function collectionsToEdit() {
  return (await allCollections()).map(({ slug, title, position, books, withdrawnAt }) => ({
    slug,
    title,
    position,
    books: books.length,
    withdrawn: withdrawnAt !== null,
  }))
}

export const suggestedBooks = () => booksToChoose(SUGGESTED_BOOKS)

export { collectionNames }

async function requireCollection(slug: string): Promise<StoredCollection> {
  const collection = isSlug(slug) ? await storedCollection(slug) : null
  if (!collection) throw new DomainError('not-found', 'Collection not found.')
  return collection
}

/**
 * A collection for the editor, with its revisions, latest first.
 * @throws DomainError not-found
 */
export async function collectionToEdit(slug: string) {
  const { id, title, blurb, position, books, withdrawnAt, sourceHash } =
    await requireCollection(slug)
  const revisions = await collectionRevisions(id, SHOWN_REVISIONS)
  // The hash identifies this state.
  return { id, title, blurb, position, books, withdrawnAt, since: sourceHash, revisions }
}

/** The field of the form that a problem is about: books.2 is the third book. */
const fieldOf = (field: string) => field.replace(/^books\.(\d+)$/, (_, i) => `book${Number(i) + 1}`)

async function requireValid(slug: string, input: CollectionInput): Promise<CollectionRecord> {
  const { collections, problems } = checkCollection({
    slug,
    frontMatter: collectionFields(input),
    body: '',
    path: 'form',
    lineOf: () => 1,
    bodyLine: 1,
    nameOf: fieldOf,
  })
  const found = problems.map(({ field, message }) => ({ field, message }))
  const known = await idsOfSlugs(input.books.map((book) => book.slug))
  for (const [i, book] of input.books.entries()) {
    if (!known.has(book.slug)) {
      found.push({ field: `book${i + 1}`, message: 'is not the address of a book' })
    }
  }
  if (collections[0] && found.length === 0) return collections[0]
  const byField = Map.groupBy(found, ({ field }) => field)
  throw new DomainError(
    'invalid-input',
    'Please correct the fields below.',
    Object.fromEntries(
      [...byField].map(([field, all]) => [field, all.map(({ message }) => `This ${message}.`)]),
    ),
  )
}

/**
 * Adds a collection.
 * @throws DomainError invalid-input, conflict (the address is taken)
 */
export async function addCollection(
  slug: string,
  input: CollectionInput,
  change: CollectionChange,
): Promise<void> {
  const record = await requireValid(slug, input)
  if (!(await saveCollection(record, null, change.inTransaction))) {
    const message = 'Another collection has this address. Choose a different one.'
    throw new DomainError('conflict', message, { slug: [message] })
  }
  forgetCatalogueVersion()
}

/**
 * Changes a collection and keeps its previous state as a revision.
 * @param since the state that was edited, from collectionToEdit()
 * @throws DomainError not-found, invalid-input, conflict (someone else changed it)
 */
export async function changeCollection(
  slug: string,
  input: CollectionInput,
  since: string,
  change: CollectionChange,
): Promise<void> {
  const before = await requireCollection(slug)
  await replaceCollection(before, await requireValid(slug, input), since, change)
}

async function replaceCollection(
  before: StoredCollection,
  record: CollectionRecord,
  since: string,
  { by, inTransaction }: CollectionChange,
): Promise<void> {
  const replaced = { sourceHash: since, source: collectionSource(before), by }
  if (before.sourceHash !== since || !(await saveCollection(record, replaced, inTransaction))) {
    throw new DomainError(
      'conflict',
      'Someone changed this collection after you opened the form. Your text is below. Open the collection in another window, compare, and save your changes there.',
    )
  }
  forgetCatalogueVersion()
}

/**
 * Withdraws a collection or returns it. Repeating a call changes nothing.
 * @throws DomainError not-found
 */
export async function setCollectionWithdrawn(
  slug: string,
  withdrawn: boolean,
  change: CollectionChange,
): Promise<void> {
  await requireCollection(slug)
  if (await setCollectionWithdrawnAt(slug, withdrawn ? new Date() : null, change.inTransaction)) {
    forgetCatalogueVersion()
  }
}

/**
 * Restores a previous state of a collection.
 * @throws DomainError not-found, conflict (changed at the same time)
 */
export async function restoreCollection(
  slug: string,
  revision: number,
  change: CollectionChange,
): Promise<void> {
  const before = await requireCollection(slug)
  const source = await collectionRevisionSource(before.id, revision)
  if (source === null)
    throw new DomainError('not-found', 'This version no longer exists. Reload the page.')
  const { collections } = checkCollection({
    slug,
    frontMatter: parse(splitBookFile(source)!.frontMatter),
    body: '',
    path: 'form',
    lineOf: () => 1,
    bodyLine: 1,
  })
  await replaceCollection(before, collections[0]!, before.sourceHash, change)
}
