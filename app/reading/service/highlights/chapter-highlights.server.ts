import { type ChapterHighlights, runsOf } from '../../../catalogue/rules/epub/highlights.ts'
import type { Summary } from '../../../catalogue/rules/summary/parse.ts'
import { piecesOf } from '../../rules/highlights/highlighted-pieces.ts'
import { highlightsInBook } from './list-highlights.server.ts'

/** A reader's highlights in the part of a summary that is in a file, and their others in this book. */
export async function chapterHighlights(
  userId: number,
  bookId: number,
  summary: Summary,
): Promise<ChapterHighlights> {
  const notes = await highlightsInBook(userId, bookId)
  const runs = runsOf(summary)
  const end = runs.at(-1)?.end ?? 0
  const isShown = (note: (typeof notes)[number]) => !note.isOutdated && note.end <= end
  const shown = notes.filter(isShown)
  const words = new Map<number, string[]>()
  for (const note of shown.filter(({ text }) => text !== '')) {
    const last = runs.findLastIndex(({ start }) => start < note.end)
    words.getOrInsertComputed(last, () => []).push(note.text)
  }
  return {
    pieces: piecesOf(runs, shown).map((pieces) =>
      pieces.map(({ start, end: to, note }) => ({ start, end: to, color: note?.color ?? null })),
    ),
    words,
    others: notes.filter((note) => !isShown(note)).map(({ exact, text }) => ({ exact, text })),
  }
}
