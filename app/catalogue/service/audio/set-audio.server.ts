import { copyFile } from 'node:fs/promises'
import { DomainError } from '../../../platform/errors.ts'
import type { InTransaction } from '../../../platform/in-transaction.server.ts'
import {
  cutOf,
  estimateTimeline,
  sectionRanges,
  type SectionRange,
  type Timeline,
  timelineFrom,
} from '../../rules/audio/timeline.ts'
import { type Cue, timingsOf } from '../../rules/audio/webvtt.ts'
import { parseSummary, placeAfterFreePart } from '../../rules/summary/parse.ts'
import { audioOf, type BookAudio, type StoredFile, writeAudio } from '../../store/audio.server.ts'
import { textsOf } from '../../store/books.server.ts'
import { loadReadingTexts } from '../reading-text.server.ts'
import { forgetCatalogueVersion } from '../version.server.ts'
import { dropFile, keepFile, withNewFile } from './audio-folder.server.ts'
import { copyBeginning, type MediaFile, readMedia } from './media-file.server.ts'

/** What is known about an audio besides its file. */
export interface AudioFacts {
  /** From a WebVTT file; null: none. */
  cues: Cue[] | null
  /** Where the free part ends, as an editor says; null: what the captions or chapters say. */
  cutMs: number | null
  /** Chapters and timings, from who made the audio; null: from the captions, else estimated. */
  timeline: Timeline | null
  /** What it was made from; null: not to be compared. */
  sourceHash: string | null
}

const NOTHING_KNOWN: AudioFacts = { cues: null, cutMs: null, timeline: null, sourceHash: null }

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
  facts: Partial<AudioFacts>,
  inTransaction: InTransaction = async () => {},
): Promise<BookAudio> {
  const media = await readMedia(path)
  if (facts.cutMs && facts.cutMs >= media.durationMs) {
    const message = 'The free part must end before the audio does.'
    throw new DomainError('invalid-input', message, { freeUntil: [message] })
  }
  const source = (await textsOf([bookId])).get(bookId)!
  const { text, hash: textHash, freeEnd } = (await loadReadingTexts([bookId])).get(bookId)!
  const ranges = sectionRanges(parseSummary(source, 'whole'))
  const { cues, cutMs, timeline: known, sourceHash } = { ...NOTHING_KNOWN, ...facts }
  const timeline = known ?? timelineOf(cues, text, ranges, media.durationMs)
  const endMs = cutMs ?? cutOf(timeline, freeEnd)
  const before = await audioOf(bookId)
  const { file, free } = await keepBoth(path, media, endMs)
  const audio: BookAudio = {
    ...file,
    ...timeline,
    mimeType: media.type,
    free,
    freeUntil: freeUntil(source),
    textHash,
    sourceHash,
  }
  await writeAudio(bookId, audio, inTransaction)
  forgetCatalogueVersion()
  await dropFiles(before)
  return audio
}

function timelineOf(
  cues: Cue[] | null,
  text: string,
  ranges: SectionRange[],
  durationMs: number,
): Timeline {
  const estimated = estimateTimeline(ranges, durationMs)
  const timings = timingsOf(cues ?? [], text).filter(({ endMs }) => endMs <= durationMs)
  if (timings.length === 0) return estimated
  return timelineFrom(timings, ranges, durationMs) ?? { ...estimated, timings }
}

async function keepBoth(path: string, { type, durationMs }: MediaFile, endMs: number | null) {
  const free =
    endMs === null || endMs >= durationMs
      ? null
      : await withNewFile(async (beginning): Promise<StoredFile> => {
          const freeMs = await copyBeginning(path, beginning, type, endMs)
          return { ...(await keepFile(beginning, type)), durationMs: freeMs }
        })
  const file = await withNewFile(async (copy): Promise<StoredFile> => {
    await copyFile(path, copy)
    return { ...(await keepFile(copy, type)), durationMs }
  })
  return { file, free }
}

/**
 * Removes the audio of a book.
 * @returns false if it had none
 */
export async function removeAudio(bookId: number, inTransaction: InTransaction): Promise<boolean> {
  const before = await audioOf(bookId)
  if (!before) return false
  await writeAudio(bookId, null, inTransaction)
  forgetCatalogueVersion()
  await dropFiles(before)
  return true
}

async function dropFiles(audio: BookAudio | null): Promise<void> {
  if (!audio) return
  await dropFile(audio.hash, audio.mimeType)
  if (audio.free) await dropFile(audio.free.hash, audio.mimeType)
}
