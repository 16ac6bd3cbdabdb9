import type { Extent } from '../../rules/summary/parse.ts'
import { NARRATED } from '../../rules/audio/narration.ts'
import { type AudioTimeline, timelineUntil } from '../../rules/audio/timeline.ts'
import { allSlugs, audioOf, type StoredFile } from '../../store/audio.server.ts'
import { textsOf } from '../../store/books.server.ts'
import { loadReadingTexts } from '../reading-text.server.ts'
import { freeUntil } from './set-audio.server.ts'

export interface ReadableAudio extends StoredFile {
  mimeType: string
  isWhole: boolean
  /** Only of what they may hear. */
  timeline: AudioTimeline
}

/**
 * The audio of a book, as far as its text may be read. The free part is withheld after an edit that
 * moved the cut: its file may contain more than the text shows now.
 * @returns null: there is none
 */
export async function findAudio(bookId: number, extent: Extent): Promise<ReadableAudio | null> {
  const audio = await audioOf(bookId)
  if (!audio) return null
  const { mimeType, hash, byteSize, durationMs, chapters, isEstimated } = audio
  const loaded = (await loadReadingTexts([bookId])).get(bookId)
  const timings = loaded?.hash === audio.textHash ? audio.timings : null
  const timeline = { chapters, timings, isEstimated }
  if (extent === 'whole') {
    return { hash, byteSize, durationMs, mimeType, isWhole: true, timeline }
  }
  const source = (await textsOf([bookId])).get(bookId)
  if (!audio.free || source === undefined || freeUntil(source) !== audio.freeUntil) return null
  return {
    ...audio.free,
    mimeType,
    isWhole: false,
    timeline: timelineUntil(timeline, audio.free.durationMs),
  }
}

export interface AudioDetails {
  madeBy: 'upload' | 'import' | 'narration'
  mimeType: string
  byteSize: number
  durationMs: number
  isEstimated: boolean
  /** Captions, or pauses of the narrator, say when sentences are spoken. */
  hasTimings: boolean
  /** How much visitors hear, in milliseconds; null: nothing. */
  freeMs: number | null
  /** The text has changed since. */
  isOutdated: boolean
}

/** The audio of a book for its editors, or null. */
export async function describeAudio(bookId: number): Promise<AudioDetails | null> {
  const audio = await audioOf(bookId)
  if (!audio) return null
  const { mimeType, byteSize, durationMs, isEstimated, timings, sourceHash, textHash } = audio
  const free = await findAudio(bookId, 'free')
  const loaded = (await loadReadingTexts([bookId])).get(bookId)
  return {
    madeBy:
      sourceHash === null ? 'upload' : sourceHash.startsWith(NARRATED) ? 'narration' : 'import',
    mimeType,
    byteSize,
    durationMs,
    isEstimated,
    hasTimings: timings !== null,
    freeMs: free?.durationMs ?? null,
    isOutdated: loaded?.hash !== textHash,
  }
}

/** The addresses of all books, hidden ones too. */
export const bookSlugs = (): Promise<string[]> => allSlugs()
