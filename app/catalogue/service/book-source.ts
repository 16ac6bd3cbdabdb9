import { stringify } from 'yaml'
import { genreLabel } from '../rules/genres.ts'
import type { StoredBook } from '../store/revisions.server.ts'

/** A book as a book file: front matter between two lines of ---, then the text. */
export function sourceOf(book: StoredBook): string {
  const { title, author, year, genre, blurb, topics, locked, publishedAt, sources, text } = book
  const head = stringify(
    {
      title,
      author,
      year,
      genre: genreLabel(genre),
      blurb,
      topics,
      locked,
      publishedAt: publishedAt.toISOString().replace('T00:00:00.000Z', ''),
      sources,
    },
    { lineWidth: 0 },
  )
  return `---\n${head}---\n\n${text}\n`
}
