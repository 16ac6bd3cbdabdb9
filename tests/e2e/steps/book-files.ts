import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { FIRST_BOOKS } from '../../setup/first-books.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** A book as its file describes it. */
export interface Book {
  slug: string
  title: string
  author: string
  genre: string
  blurb: string
  locked: boolean
  publishedAt: string
  sources: string[]
  /** The full text, including the paid part. */
  text: string
}

/** The first books of content/, which the tests know. */
export function knownBooks(): Book[] {
  return FIRST_BOOKS.map((slug) => {
    const source = readFileSync(join(ROOT, 'content', `${slug}.md`), 'utf8')
    const [, head = '', ...text] = source.split(/^---$/m)
    return { ...(parse(head) as Book), slug, text: text.join('---') }
  })
}

/** The sort key of a title or a name. */
const key = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^(?:the|an?) /, '')

/** The titles in visitors' order: free books first, each group by its keys. */
export function titlesInOrder(
  books: Book[],
  orderBy: (book: Book) => string = (book) => key(book.title),
): string[] {
  return books
    .toSorted((a, b) =>
      a.locked === b.locked
        ? orderBy(a) < orderBy(b)
          ? -1
          : 1
        : Number(a.locked) - Number(b.locked),
    )
    .map((book) => book.title)
}

export const byAuthor = (book: Book) => key(book.author)

/** The text for subscribers: from the first line that starts with "4." on. */
export function paidText(book: Book): string {
  return book.text.slice(book.text.search(/^4\./m))
}
