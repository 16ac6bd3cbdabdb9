import type { InTransaction } from '../../../platform/in-transaction.server.ts'
import { NARRATED, type NarrationPiece, narrationPieces } from '../../rules/audio/narration.ts'
import type { AudioChapter, Timing } from '../../rules/audio/timeline.ts'
import { audioOf } from '../../store/audio.server.ts'
import { textsOf } from '../../store/books.server.ts'
import * as mediaFile from '../media-file.server.ts'
import { loadReadingTexts } from '../reading-text.server.ts'
import { setAudio } from './set-audio.server.ts'

interface Tags {
  title: string
  artist: string
  album: string
}

/** Reads texts aloud (packages/authoring/narrate.ts). */
export interface Narrator {
  /** Differs for everything that would sound or be named different. */
  hashOf(pieces: NarrationPiece[], tags: Tags): string
  narrate(
    pieces: NarrationPiece[],
    tags: Tags,
    use: (
      path: string,
      narration: { chapters: AudioChapter[]; timings: Timing[]; cutMs: number | null },
    ) => Promise<void>,
  ): Promise<void>
}

/**
 * Has a narrator read a summary aloud, unless the book has this narration.
 * @param replaces also replaces a recording that was uploaded or imported
 * @throws Error that says what the narrator did wrong
 */
export async function setNarration(
  book: { id: number; title: string; author: string },
  narrator: Narrator,
  replaces: boolean,
  inTransaction: InTransaction,
): Promise<'narrated' | 'unchanged' | 'recorded'> {
  const pieces = narrationPieces((await textsOf([book.id])).get(book.id)!)
  const { hash: textHash } = (await loadReadingTexts([book.id])).get(book.id)!
  const tags = { title: book.title, artist: book.author, album: 'Readr' }
  const sourceHash = NARRATED + narrator.hashOf(pieces, tags)
  const before = await audioOf(book.id)
  if (before?.sourceHash === sourceHash && before.textHash === textHash) return 'unchanged'
  if (before && !before.sourceHash?.startsWith(NARRATED) && !replaces) return 'recorded'
  await narrator.narrate(pieces, tags, async (path, { cutMs, ...timeline }) => {
    const facts = { timeline: { ...timeline, isEstimated: false }, cutMs, sourceHash }
    await setAudio(book.id, path, facts, mediaFile, inTransaction)
  })
  return 'narrated'
}
