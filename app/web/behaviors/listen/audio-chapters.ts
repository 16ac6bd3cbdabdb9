import type { AudioChapter, Timing } from '../../../catalogue/rules/audio/timeline.ts'
import type { SleepTimer } from './speech-queue.ts'

/** After this much of a chapter, "previous" starts it again. */
const RESTART_AFTER_S = 3

export const chapterAt = (chapters: readonly AudioChapter[], seconds: number): number =>
  Math.max(
    0,
    chapters.findLastIndex(({ startMs }) => startMs <= seconds * 1000),
  )

/** Where "next" goes, in seconds; null: to the end. */
export function nextChapter(chapters: readonly AudioChapter[], seconds: number): number | null {
  const next = chapters[chapterAt(chapters, seconds) + 1]
  return next ? next.startMs / 1000 : null
}

/** Where "previous" goes, in seconds: to the beginning of the chapter, or to the one before. */
export function previousChapter(chapters: readonly AudioChapter[], seconds: number): number {
  const at = chapterAt(chapters, seconds)
  const start = (chapters[at]?.startMs ?? 0) / 1000
  if (seconds - start > RESTART_AFTER_S) return start
  return (chapters[at - 1]?.startMs ?? 0) / 1000
}

/**
 * Whether the sleep timer stops here.
 * @param before where the audio was when it was last asked, in seconds
 */
export function isTimeToStop(
  timer: SleepTimer,
  chapters: readonly AudioChapter[],
  before: number,
  seconds: number,
  now: number,
): boolean {
  if (timer === null) return false
  if (timer === 'idea') return chapterAt(chapters, seconds) > chapterAt(chapters, before)
  return now >= timer.at
}

/** The passage that is spoken at a time in seconds; undefined: none. */
export function timingAt(timings: readonly Timing[], seconds: number): Timing | undefined {
  const ms = seconds * 1000
  let [low, high] = [0, timings.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (timings[middle]!.startMs <= ms) low = middle + 1
    else high = middle
  }
  return timings[low - 1]
}

/** A time as players show it, such as 4:05 or 1:02:03. */
export function timeText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

/** The same in words, for screen readers. */
export function timeInWords(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), Math.floor(seconds % 60)]
  const count = (value: number, unit: string) => `${value} ${unit}${value === 1 ? '' : 's'}`
  return minutes === 0
    ? count(rest, 'second')
    : `${count(minutes, 'minute')} ${count(rest, 'second')}`
}
