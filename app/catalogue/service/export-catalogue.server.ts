import { statedProvenance } from './book-source.ts'
import { collectionFields } from './check-collection.server.ts'
import { genreLabel } from '../rules/genres.ts'
import { COVER_WIDTHS } from '../rules/addresses.ts'
import { allCollections } from '../store/collections.server.ts'
import { answersOf, questionsOf } from '../store/books.server.ts'
import { everyBook } from '../store/export-books.server.ts'

/**
 * Streams the whole catalogue as a JSON array with one book or collection per line, including hidden
 * ones. The import accepts the file.
 */
export async function* exportCatalogue(): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const book of everyBook(COVER_WIDTHS.at(-1)!)) {
    const { slug, title, author, year, blurb, locked, publishedAt, withdrawnAt, text } = book
    if (!text) continue
    const [cover] = book.covers
    const line = JSON.stringify({
      slug,
      title,
      author,
      year,
      genre: genreLabel(book.genre),
      blurb,
      topics: book.topics.map(({ topic }) => topic),
      locked,
      publishedAt: publishedAt.toISOString(),
      ...(withdrawnAt ? { withdrawn: true } : {}),
      ...statedProvenance(text),
      sources: JSON.parse(text.sources) as string[],
      ...(text.answers ? { answers: answersOf(text) } : {}),
      ...(text.questions ? { questions: questionsOf(text) } : {}),
      text: text.text,
      ...(cover ? { cover: `data:image/webp;base64,${cover.image.toBase64()}` } : {}),
    })
    yield separator + line
    separator = ',\n'
  }
  for (const { slug, withdrawnAt, ...collection } of await allCollections()) {
    const withdrawn = withdrawnAt ? { withdrawn: true } : {}
    yield separator + JSON.stringify({ slug, ...collectionFields(collection), ...withdrawn })
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}
