import type { Extent } from '../../rules/summary/parse.ts'
import { audioFileName } from '../../rules/audio/formats.ts'
import { audioFilesOf, findAnyAudio } from '../../store/audio.server.ts'
import { oncePerVersion } from '../once-per-version.server.ts'

/** Whether any book has audio. */
export const hasAnyAudio = oncePerVersion(findAnyAudio)

/** The names and sizes of the files that somebody may hear of some books, by the book's id. */
export async function audioFilesIn(
  books: readonly { id: number; extent: Extent | null }[],
): Promise<Map<number, { name: string; bytes: number }>> {
  const extents = new Map(books.map(({ id, extent }) => [id, extent]))
  const files = await audioFilesOf([...extents.keys()])
  return new Map(
    files.flatMap(({ bookId, mimeType, hash, byteSize, freeHash, freeByteSize }) => {
      const file = { whole: [hash, byteSize], free: [freeHash, freeByteSize] } as const
      const extent = extents.get(bookId) ?? null
      const [name, bytes] = extent ? file[extent] : []
      return name && bytes ? [[bookId, { name: audioFileName(name, mimeType), bytes }]] : []
    }),
  )
}

/** Whether somebody may hear something of a book. */
export const hasAudio = async (id: number, extent: Extent) =>
  (await hasAnyAudio()) && (await audioFilesIn([{ id, extent }])).size > 0
