import type { Narrator } from '#packages/authoring/narrate.ts'
import type { InTransaction } from '../../../platform/in-transaction.server.ts'
import { NARRATED, narrationPieces } from '../../rules/audio/narration.ts'
import { audioOf } from '../../store/audio.server.ts'
import { textsOf } from '../../store/books.server.ts'
import * as mediaFile from '../media-file.server.ts'
import { loadReadingTexts } from '../reading-text.server.ts'
import { setAudio } from './set-audio.server.ts'

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
