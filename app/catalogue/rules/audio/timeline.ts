import type { Summary } from '../summary/parse.ts'
import { readingText, sectionName } from '../summary/reading-text.ts'

export interface AudioChapter {
  section: string
  title: string
  startMs: number
  endMs: number
}

export interface Timing {
  startMs: number
  endMs: number
  /** Offsets in the reading text. */
  start: number
  end: number
}

export interface SectionRange {
  section: string
  title: string
  start: number
  end: number
}

export interface AudioTimeline {
  chapters: AudioChapter[]
  /** null: not known. */
  timings: Timing[] | null
  /** The chapters are guessed from the lengths of the texts. */
  isEstimated: boolean
}

export function sectionRanges({ sections }: Summary): SectionRange[] {
  let at = 0
  return sections.map((section) => {
    const start = at
    const end = start + readingText({ sections: [section], cut: false }).text.length
    at = end + 1
    return { section: section.id, title: sectionName(section), start, end }
  })
}

/** Chapters in proportion to the lengths of the texts. */
export function estimateTimeline(ranges: SectionRange[], durationMs: number): AudioTimeline {
  const all = Math.max(1, ranges.at(-1)?.end ?? 0)
  const at = (char: number) => Math.round((char / all) * durationMs)
  const starts = ranges.map(({ start }) => at(start))
  return { chapters: toChapters(ranges, starts, durationMs), timings: null, isEstimated: true }
}

/** Chapters that begin with the first passage of their section; null: a section is missing. */
export function timelineFrom(
  timings: Timing[],
  ranges: SectionRange[],
  durationMs: number,
): AudioTimeline | null {
  // Both are in the order of the text.
  let next = 0
  const firsts = ranges.map(({ start, end }) => {
    while (next < timings.length && timings[next]!.start < start) next++
    const timing = timings[next]
    return timing && timing.start < end ? timing : undefined
  })
  if (firsts.length === 0 || !firsts.every((first) => first !== undefined)) return null
  const starts = firsts.map(({ startMs }, i) => (i === 0 ? 0 : startMs))
  return { chapters: toChapters(ranges, starts, durationMs), timings, isEstimated: false }
}

const toChapters = (
  ranges: SectionRange[],
  startsMs: number[],
  durationMs: number,
): AudioChapter[] =>
  ranges.map(({ section, title }, i) => ({
    section,
    title,
    startMs: startsMs[i]!,
    endMs: startsMs[i + 1] ?? durationMs,
  }))

export const MIN_FREE_PART_MS = 1000

/**
 * Where the free part of an audio ends: never after the cut of the text. It is not guessed.
 * @param freeEnd where the free part of the reading text ends
 * @returns null: not known, or there is no free part
 */
export function cutOf({ timings }: AudioTimeline, freeEnd: number): number | null {
  const lastFree = timings?.findLast(({ end }) => end <= freeEnd)
  if (!timings || !lastFree || lastFree.endMs < MIN_FREE_PART_MS) return null
  const isFree = ({ end, startMs }: Timing) => end <= freeEnd || startMs >= lastFree.endMs
  return timings.every(isFree) ? lastFree.endMs : null
}

/** The chapters and timings before an end; nothing names what follows. */
export function timelineUntil(
  { chapters, timings, isEstimated }: AudioTimeline,
  endMs: number,
): AudioTimeline {
  return {
    chapters: chapters
      .filter(({ startMs }) => startMs < endMs)
      .map((chapter) => ({ ...chapter, endMs: Math.min(chapter.endMs, endMs) })),
    timings: timings?.filter((timing) => timing.endMs <= endMs) ?? null,
    isEstimated,
  }
}

/** When a character of the reading text is spoken, in milliseconds; 0 if its section has no chapter. */
export function msAt(
  { chapters, timings }: AudioTimeline,
  ranges: SectionRange[],
  char: number,
): number {
  const timing = timings?.find(({ end }) => end > char)
  if (timing) return timing.startMs
  const range = ranges.findLast(({ start }) => start <= char) ?? ranges[0]
  const chapter = chapters.find(({ section }) => section === range?.section)
  if (!range || !chapter) return 0
  const share = Math.min(1, (char - range.start) / Math.max(1, range.end - range.start))
  return Math.round(chapter.startMs + share * (chapter.endMs - chapter.startMs))
}

/** Which character of the reading text is spoken at a time. */
export function charAt(
  { chapters, timings }: AudioTimeline,
  ranges: SectionRange[],
  ms: number,
): number {
  const timing = timings?.findLast(({ startMs }) => startMs <= ms)
  if (timing) return timing.start
  const chapter = chapters.findLast(({ startMs }) => startMs <= ms)
  const range = ranges.find(({ section }) => section === chapter?.section)
  if (!range || !chapter) return 0
  const share = Math.min(1, (ms - chapter.startMs) / Math.max(1, chapter.endMs - chapter.startMs))
  return Math.round(range.start + share * (range.end - range.start))
}
