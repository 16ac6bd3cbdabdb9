import { genreLabel } from '../rules/genres.ts'
import { COVER_WIDTHS } from '../rules/addresses.ts'
import { everyBook } from '../store/export-books.server.ts'

/**
 * The whole catalogue as JSON, piece by piece: a list with one book a line, hidden ones too. An
 * import takes it back.
 */
export async function* exportCatalogue(): AsyncGenerator<string> {
  let before = '[\n'
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
      locked,
      publishedAt: publishedAt.toISOString(),
      ...(withdrawnAt ? { withdrawn: true } : {}),
      sources: JSON.parse(text.sources) as string[],
      text: text.text,
      ...(cover
        ? { cover: `data:image/webp;base64,${Buffer.from(cover.image).toString('base64')}` }
        : {}),
    })
    yield before + line
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
