import {
  type Access,
  fullAccessTtlMs,
  readableExtent,
  withoutPlan,
} from '../../catalogue/rules/access.ts'
import { coverPath } from '../../catalogue/rules/addresses.ts'
import { publicId } from '../../catalogue/rules/public-id.ts'
import { cardsOf } from '../../catalogue/service/cards.server.ts'
import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import { bookHashes } from '../../catalogue/service/book-hashes.server.ts'
import { copyKinds, type OfflineList, MAX_OFFLINE_BOOKS } from '../rules/offline.ts'
import { savedPage } from '../store/marked-books.server.ts'
import { marksFor } from './get-marks.server.ts'

interface OfflineReader {
  id: number
  role: string
  subscribedUntil: Date | null
  freeBookId: number | null
}

/** What a device needs to store a reader's My List: the latest 200 books. */
export async function listOfflineBooks(
  reader: OfflineReader,
  access: Access,
  now: Date,
): Promise<Omit<OfflineList, 'look'>> {
  const ids = await savedPage(reader.id, await hiddenBooks(), false, {
    skip: 0,
    take: MAX_OFFLINE_BOOKS,
  })
  const [books, revisions, marksOf] = await Promise.all([
    cardsOf(ids),
    bookHashes(ids),
    marksFor(reader.id, ids),
  ])
  return {
    reader: publicId(reader.id),
    lastsMs: fullAccessTtlMs(reader, now),
    books: books.map((book) => {
      const { slug, title, author, minutes } = book
      const { read, share } = marksOf(book.id)
      return {
        slug,
        title,
        author,
        minutes,
        cover: coverPath(book),
        revision: revisions.get(book.id) ?? '',
        read,
        share,
        kinds: copyKinds(
          readableExtent(access, book, reader.freeBookId),
          readableExtent(withoutPlan(access), book, reader.freeBookId),
        ),
      }
    }),
  }
}
