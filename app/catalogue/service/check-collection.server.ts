import { createHash } from 'node:crypto'
import { stringify } from 'yaml'
import { isSlug, SLUG_RULE } from '../schema/book.ts'
import { collectionHead } from '../schema/collection.ts'
import type { CollectionRecord, StoredCollection } from '../store/collections.server.ts'
import type { Draft, BookProblem } from './check-book.server.ts'

export type CollectionDraft = Omit<Draft, 'findCover'>

/** Checks a collection and prepares what is stored. Its books may be missing from the catalogue. */
export function checkCollection(draft: CollectionDraft): {
  collections: CollectionRecord[]
  problems: BookProblem[]
} {
  const { slug, path, lineOf, nameOf = (field: string) => field } = draft
  const problems: BookProblem[] = []
  const add = (line: number, field: string, message: string) =>
    problems.push({ file: path, line, field: nameOf(field), message })
  if (!isSlug(slug)) add(1, 'slug', `must be ${SLUG_RULE}`)
  const parsed = collectionHead.safeParse(draft.frontMatter)
  for (const issue of parsed.success ? [] : parsed.error.issues) {
    // A problem of an entry is on the line of the entry.
    const given = issue.path as (string | number)[]
    const fields =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [key])
        : [given[0] === 'books' ? given.slice(0, 2) : given]
    for (const field of fields) add(lineOf(field), field.join('.'), issue.message)
  }
  if (draft.body.trim() !== '') add(draft.bodyLine, 'text', 'a collection has no text')
  if (!parsed.success || problems.length > 0) return { collections: [], problems }
  const { withdrawn, ...fields } = parsed.data
  const hashed = JSON.stringify([slug, Object.entries(fields).toSorted(), withdrawn])
  const record = {
    slug,
    ...fields,
    // A file without the field keeps the administrator's choice.
    ...(withdrawn === undefined ? {} : { withdrawnAt: withdrawn ? new Date() : null }),
    sourceHash: createHash('sha256').update(hashed).digest('hex'),
  }
  return { collections: [record], problems: [] }
}

/** The header of a collection's file. */
export function collectionFields({
  title,
  blurb,
  position,
  books,
}: Pick<CollectionRecord, 'title' | 'blurb' | 'position' | 'books'>) {
  const entries = books.map(({ slug, sentence }) => ({ [slug]: sentence }))
  return { title, blurb, position, books: entries }
}

export const collectionSource = (collection: StoredCollection) =>
  `---\n${stringify(collectionFields(collection), { lineWidth: 0 })}---\n`
