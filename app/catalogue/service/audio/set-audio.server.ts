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
import { describeFile, dropUnused, placeFile, withNewFile } from './audio-folder.server.ts'
import type * as mediaFile from '../media-file.server.ts'

/** Reads files of audio: here, or in another process if somebody else has made them. */
export type AudioReader = Pick<typeof mediaFile, 'readRecording' | 'copyBeginning'>

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
  reader: AudioReader,
  inTransaction: InTransaction = async () => {},
): Promise<BookAudio> {
  const { media, cues } = await reader.readRecording(path, facts.captions ?? null)
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
  return withNewFile((whole) =>
    withNewFile(async (beginning) => {
      const { type, durationMs } = media
      await copyFile(path, whole)
      const file = { ...(await describeFile(whole)), durationMs }
      let free: StoredFile | null = null
      if (endMs !== null && endMs < durationMs) {
        const freeMs = await reader.copyBeginning({ path, target: beginning, type, endMs })
        free = { ...(await describeFile(beginning)), durationMs: freeMs }
      }
      const audio: BookAudio = {
        ...file,
        ...timeline,
        mimeType: type,
        free,
        freeUntil: freeUntil(source),
        textHash,
        sourceHash,
      }
      await replaceAudio(bookId, audio, async (tx) => {
        await placeFile(whole, file.hash, type)
        if (free) await placeFile(beginning, free.hash, type)
        await inTransaction(tx)
      })
      return audio
    }),
  )
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
  try {
    const before = await writeAudio(bookId, audio, inTransaction)
    forgetCatalogueVersion()
    await dropUnused(before)
  } catch (error) {
    if (audio) await dropUnused(filesOf(audio))
    throw error
  }
}

function filesOf({ hash, free, mimeType }: BookAudio): AudioFile[] {
  return [{ hash, mimeType }, ...(free ? [{ hash: free.hash, mimeType }] : [])]
}
