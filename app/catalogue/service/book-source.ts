import { stringify } from 'yaml'
import { genreLabel } from '../rules/genres.ts'
import type { StoredBook } from '../store/revisions.server.ts'

/** The lines of YAML are not broken: what was one line stays one. */
const UNBROKEN = { lineWidth: 0 }

/** A book in the form of its file: a head between two lines of ---, then the text. */
export function sourceOf(book: StoredBook): string {
  const { title, author, year, genre, blurb, locked, publishedAt, sources, text } = book
  const head = stringify(
    {
      title,
      author,
      year,
      genre: genreLabel(genre),
      blurb,
      locked,
      publishedAt: publishedAt.toISOString().replace('T00:00:00.000Z', ''),
      sources,
    },
    UNBROKEN,
  )
  return `---\n${head}---\n\n${text}\n`
}
