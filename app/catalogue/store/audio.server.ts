import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { db, Prisma, prepared } from '../../platform/database.server.ts'
import type { AudioChapter, AudioTimeline, Timing } from '../rules/audio/timeline.ts'
import { increaseVersion, lockVersion } from './catalogue-state.server.ts'

export interface StoredFile {
  /** SHA-256 of its content. */
  hash: string
  byteSize: number
  durationMs: number
}

export interface AudioFile {
  hash: string
  mimeType: string
}

export interface BookAudio extends StoredFile, AudioTimeline {
  mimeType: string
  /** What visitors hear; null: nothing. */
  free: StoredFile | null
  /** The paragraph of the text after the cut. */
  freeUntil: string
  textHash: string
  /** What an import or the narrator made it from; null: an editor uploaded it. */
  sourceHash: string | null
}

type Row = Omit<BookAudio, 'free' | 'chapters' | 'timings' | 'isEstimated'> & {
  chapters: string
  timings: string | null
  isEstimated: boolean | number
  freeHash: string | null
  freeByteSize: number | null
  freeDurationMs: number | null
}

/** The audio of a book, or null. */
export async function audioOf(bookId: number): Promise<BookAudio | null> {
  const [row] = await prepared<Row>(Prisma.sql`
    SELECT "hash", "mimeType", "byteSize", "durationMs", "chapters", "isEstimated", "timings",
      "freeHash", "freeByteSize", "freeDurationMs", "freeUntil", "textHash",
      "sourceHash"
    FROM "BookAudio" WHERE "bookId" = ${bookId}`)
  if (!row) return null
  const { freeHash, freeByteSize, freeDurationMs, ...audio } = row
  return {
    ...audio,
    chapters: JSON.parse(row.chapters) as AudioChapter[],
    timings: row.timings === null ? null : (JSON.parse(row.timings) as Timing[]),
    isEstimated: Boolean(row.isEstimated),
    free:
      freeHash === null
        ? null
        : { hash: freeHash, byteSize: freeByteSize!, durationMs: freeDurationMs! },
  }
}

/**
 * Replaces the audio of a book.
 * @param audio null: it has none from now on
 * @returns the files that it had, which it may still use
 */
export async function writeAudio(
  bookId: number,
  audio: BookAudio | null,
  inTransaction: InTransaction,
): Promise<AudioFile[]> {
  return db().$transaction(async (tx) => {
    // First, because it locks: of two that replace the audio at the same time, the second sees the files of the first.
    await increaseVersion(tx)
    const before = filesOf(await tx.bookAudio.findMany({ where: { bookId }, select: FILES }))
    await tx.bookAudio.deleteMany({ where: { bookId } })
    if (audio) {
      const { free, chapters, timings, ...columns } = audio
      await tx.bookAudio.create({
        data: {
          bookId,
          ...columns,
          chapters: JSON.stringify(chapters),
          timings: timings && JSON.stringify(timings),
          freeHash: free?.hash ?? null,
          freeByteSize: free?.byteSize ?? null,
          freeDurationMs: free?.durationMs ?? null,
          createdAt: new Date(),
        },
      })
    }
    await inTransaction(tx)
    return before
  })
}

const FILES = { hash: true, freeHash: true, mimeType: true } as const

const filesOf = (rows: { hash: string; freeHash: string | null; mimeType: string }[]) =>
  rows.flatMap(({ hash, freeHash, mimeType }): AudioFile[] => [
    { hash, mimeType },
    ...(freeHash === null ? [] : [{ hash: freeHash, mimeType }]),
  ])

/** Does something to each file that no book uses. In that time, no book gets an audio. */
export async function forUnused(
  files: AudioFile[],
  run: (file: AudioFile) => Promise<void>,
): Promise<void> {
  if (files.length === 0) return
  await db().$transaction(async (tx) => {
    await lockVersion(tx)
    for (const file of files) {
      const { hash } = file
      const uses = await tx.bookAudio.count({ where: { OR: [{ hash }, { freeHash: hash }] } })
      if (uses === 0) await run(file)
    }
  })
}

/** The addresses of all books, hidden ones too. */
export async function allSlugs(): Promise<string[]> {
  const rows = await db().book.findMany({ select: { slug: true }, orderBy: { id: 'asc' } })
  return rows.map(({ slug }) => slug)
}

export function audioFilesOf(bookIds: number[]) {
  return db().bookAudio.findMany({
    where: { bookId: { in: bookIds } },
    select: {
      bookId: true,
      mimeType: true,
      hash: true,
      byteSize: true,
      freeHash: true,
      freeByteSize: true,
    },
  })
}

export async function findAnyAudio(): Promise<boolean> {
  return (await db().bookAudio.findFirst({ select: { bookId: true } })) !== null
}
