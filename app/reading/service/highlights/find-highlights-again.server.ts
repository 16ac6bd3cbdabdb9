import { setImmediate } from 'node:timers/promises'
import {
  type BookReadingText,
  loadReadingTexts,
} from '../../../catalogue/service/reading-text.server.ts'
import type { TextRange } from '../../rules/highlights/anchor.ts'
import { findApproximately, findExactly } from '../../rules/highlights/find-passage.ts'
import {
  type HighlightInText,
  saveHighlightRanges,
} from '../../store/highlights/highlights.server.ts'

/** Let other requests run after this many milliseconds. */
const STEP_MS = 15
/** The most milliseconds that a request spends on approximate searches; the next one continues. */
const MAX_SEARCH_MS = 250
/** This many are saved in about 10 milliseconds. */
const SAVED_AT_ONCE = 500

/**
 * Finds highlights again whose books have another text now: exactly if possible, else approximately.
 * Those that are not found are outdated and keep their words.
 * @returns all of them, in the same order
 */
export async function findHighlightsAgain<N extends HighlightInText>(
  userId: number,
  notes: N[],
): Promise<N[]> {
  const texts = await loadReadingTexts([...new Set(notes.map(({ bookId }) => bookId))])
  const isStale = (note: N) => texts.get(note.bookId)?.hash !== note.textHash
  const stale = notes.filter((note) => texts.has(note.bookId) && isStale(note))
  if (stale.length === 0) return notes
  const found = await search(stale, (note) => texts.get(note.bookId)!)
  const changed = [...found.values()]
  for (let i = 0; i < changed.length; i += SAVED_AT_ONCE) {
    await saveHighlightRanges(userId, changed.slice(i, i + SAVED_AT_ONCE))
    await setImmediate()
  }
  return notes.map(
    (note) => found.get(note.id) ?? (isStale(note) ? { ...note, isOutdated: true } : note),
  )
}

async function search<N extends HighlightInText>(stale: N[], textOf: (note: N) => BookReadingText) {
  const found = new Map<string, N>()
  const store = (note: N, range: TextRange | null) => {
    const textHash = textOf(note).hash
    found.set(note.id, { ...note, ...range, textHash, isOutdated: range === null })
  }
  let stepAt = performance.now()
  const pause = async () => {
    if (performance.now() - stepAt < STEP_MS) return
    await setImmediate()
    stepAt = performance.now()
  }
  const missing: N[] = []
  for (const note of stale) {
    const range = findExactly(textOf(note).text, note)
    if (range) store(note, range)
    else missing.push(note)
    await pause()
  }
  let searchedMs = 0
  for (const note of missing) {
    if (searchedMs > MAX_SEARCH_MS) break
    const startedAt = performance.now()
    store(note, findApproximately(textOf(note).text, note))
    searchedMs += performance.now() - startedAt
    await pause()
  }
  return found
}
