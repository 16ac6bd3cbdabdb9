import {
  type Access,
  fullAccessTtlMs,
  readableExtent,
  withoutPlan,
} from '../../catalogue/rules/access.ts'
import { audioCall, coverPath } from '../../catalogue/rules/addresses.ts'
import { publicId } from '../../catalogue/rules/public-id.ts'
import { audioFilesIn } from '../../catalogue/service/audio/audio-files.server.ts'
import { cardsOf } from '../../catalogue/service/book-cards.server.ts'
import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import { bookHashes } from '../../catalogue/service/book-hashes.server.ts'
import {
  copyKinds,
  type OfflineAudio,
  type OfflineList,
  MAX_OFFLINE_BOOKS,
} from '../rules/offline.ts'
import { lastSavedByBook } from '../store/highlights/highlight-lists.server.ts'
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
  const [books, revisions, notesSavedAt, marksOf] = await Promise.all([
    cardsOf(ids),
    bookHashes(ids),
    lastSavedByBook(reader.id, ids),
    marksFor(reader.id, ids),
  ])
  const extents = books.map((book) => ({
    id: book.id,
    extent: readableExtent(access, book, reader.freeBookId),
  }))
  const audio = await audioFilesIn(extents)
  return {
    reader: publicId(reader.id),
    lastsMs: fullAccessTtlMs(reader, now),
    books: books.map((book, i) => {
      const { slug, title, author, minutes } = book
      const { read, share } = marksOf(book.id)
      const now = extents[i]!.extent
      const always = readableExtent(withoutPlan(access), book, reader.freeBookId)
      return {
        slug,
        title,
        author,
        minutes,
        cover: coverPath(book),
        // The copies contain the reader's highlights too.
        revision:
          `${revisions.get(book.id) ?? ''} ${notesSavedAt.get(book.id)?.getTime() ?? ''}`.trim(),
        read,
        share,
        kinds: copyKinds(now, always),
        audio: offlineAudio(publicId(book.id), audio.get(book.id), now === always),
      }
    }),
  }
}

const offlineAudio = (
  bookId: string,
  file: { name: string; bytes: number } | undefined,
  staysOpen: boolean,
): OfflineAudio | null =>
  file
    ? {
        call: audioCall(bookId),
        file: file.name,
        bytes: file.bytes,
        needsPlan: !staysOpen,
      }
    : null
