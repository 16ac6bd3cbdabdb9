import { copyFile } from 'node:fs/promises'
import { DomainError } from '../../../platform/errors.ts'
import type { InTransaction } from '../../../platform/in-transaction.server.ts'
import {
  cutOf,
  estimateTimeline,
  sectionRanges,
  type SectionRange,
  type AudioTimeline,
  timelineFrom,
} from '../../rules/audio/timeline.ts'
import { type Cue, timingsOf } from '../../rules/audio/webvtt.ts'
import { parseSummary, placeAfterFreePart } from '../../rules/summary/parse.ts'
import {
  type AudioFile,
  audioOf,
  type BookAudio,
  type StoredFile,
  writeAudio,
} from '../../store/audio.server.ts'
import { textsOf } from '../../store/books.server.ts'
import { loadReadingTexts } from '../reading-text.server.ts'
import { forgetCatalogueVersion } from '../version.server.ts'
import { dropUnused, keepFile, withNewFile } from './audio-folder.server.ts'
import type { MediaFile } from '../media-file.server.ts'
import { copyBeginning, readRecording } from '../read-files.server.ts'

/** What is known about an audio besides its file. */
export interface AudioDescription {
  /** The path of a WebVTT file; null: none. */
  captions: string | null
  /** Where the free part ends, as an editor says; null: what the captions or chapters say. */
  cutMs: number | null
  /** Chapters and timings, from who made the audio; null: from the captions, else estimated. */
  timeline: AudioTimeline | null
  /** What it was made from; null: not to be compared. */
  sourceHash: string | null
}

const NOTHING_KNOWN: AudioDescription = {
  captions: null,
  cutMs: null,
  timeline: null,
  sourceHash: null,
}

/** The paragraph after the cut, by which a later move of the cut is noticed. */
export function freeUntil(source: string): string {
  const { section, paragraph } = placeAfterFreePart(source)
  return `${section}_${paragraph}`
}

/**
 * Gives a book an audio. Its free part becomes a separate file, so that no request can reach what
 * follows.
 * @param path the file, which is copied
 * @throws DomainError not-found, invalid-input (not audio that browsers play, or shorter than its free part)
 */
export async function setAudio(
  bookId: number,
  path: string,
  facts: Partial<AudioDescription>,
  inTransaction: InTransaction = async () => {},
): Promise<BookAudio> {
  const { media, cues } = await readRecording(path, facts.captions ?? null)
  if (facts.cutMs && facts.cutMs >= media.durationMs) {
    const message = 'The free part must end before the audio does.'
    throw new DomainError('invalid-input', message, { freeUntil: [message] })
  }
  const source = (await textsOf([bookId])).get(bookId)!
  const { text, hash: textHash, freeEnd } = (await loadReadingTexts([bookId])).get(bookId)!
  const ranges = sectionRanges(parseSummary(source, 'whole'))
  const { cutMs, timeline: known, sourceHash } = { ...NOTHING_KNOWN, ...facts }
  const timeline = known ?? timelineOf(cues, text, ranges, media.durationMs)
  const endMs = cutMs ?? cutOf(timeline, freeEnd)
  const mimeType = media.type
  const kept: AudioFile[] = []
  try {
    const free = await keepBeginning(path, media, endMs)
    if (free) kept.push({ ...free, mimeType })
    const file = await keepWhole(path, media)
    kept.push({ ...file, mimeType })
    const audio: BookAudio = {
      ...file,
      ...timeline,
      mimeType,
      free,
      freeUntil: freeUntil(source),
      textHash,
      sourceHash,
    }
    await replaceAudio(bookId, audio, inTransaction)
    return audio
  } catch (error) {
    await dropUnused(kept)
    throw error
  }
}

function timelineOf(
  cues: Cue[] | null,
  text: string,
  ranges: SectionRange[],
  durationMs: number,
): AudioTimeline {
  const estimated = estimateTimeline(ranges, durationMs)
  const timings = timingsOf(cues ?? [], text).filter(({ endMs }) => endMs <= durationMs)
  if (timings.length === 0) return estimated
  return timelineFrom(timings, ranges, durationMs) ?? { ...estimated, timings }
}

async function keepBeginning(
  path: string,
  { type, durationMs }: MediaFile,
  endMs: number | null,
): Promise<StoredFile | null> {
  if (endMs === null || endMs >= durationMs) return null
  return withNewFile(async (beginning) => {
    const freeMs = await copyBeginning({ path, target: beginning, type, endMs })
    return { ...(await keepFile(beginning, type)), durationMs: freeMs }
  })
}

function keepWhole(path: string, { type, durationMs }: MediaFile): Promise<StoredFile> {
  return withNewFile(async (copy) => {
    await copyFile(path, copy)
    return { ...(await keepFile(copy, type)), durationMs }
  })
}

/**
 * Removes the audio of a book.
 * @returns false if it had none
 */
export async function removeAudio(bookId: number, inTransaction: InTransaction): Promise<boolean> {
  if (!(await audioOf(bookId))) return false
  await replaceAudio(bookId, null, inTransaction)
  return true
}

async function replaceAudio(bookId: number, audio: BookAudio | null, inTransaction: InTransaction) {
  const before = await writeAudio(bookId, audio, inTransaction)
  forgetCatalogueVersion()
  await dropUnused(before)
}
