import type { Timing } from './timeline.ts'

export interface Cue {
  startMs: number
  endMs: number
  text: string
}

const TIME = /^(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/

function parseTime(text: string): number | null {
  const match = TIME.exec(text)
  if (!match) return null
  const [, hours = '0', minutes, seconds, ms] = match
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms)
}

/**
 * The cues of a WebVTT file (https://www.w3.org/TR/webvtt1/), without their markup. Anything that is
 * not a cue is left out.
 * @returns null: it is not a WebVTT file
 */
export function parseWebVtt(source: string): Cue[] | null {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  if (!/^WEBVTT(?:[ \t\n]|$)/.test(text)) return null
  return text.split(/\n{2,}/).flatMap((block) => {
    const lines = block.split('\n')
    const at = lines.findIndex((line) => line.includes('-->'))
    const [from = '', to = ''] = lines[at]?.split('-->') ?? []
    const startMs = parseTime(from.trim())
    const endMs = parseTime(to.trim().split(/\s/)[0]!)
    if (startMs === null || endMs === null || endMs <= startMs) return []
    const words = lines.slice(at + 1).join(' ')
    return [{ startMs, endMs, text: words.replace(/<[^<>]{0,200}>/g, '') }]
  })
}

const WORD = /[\p{L}\p{N}]+/gu

const wordsOf = (text: string) =>
  [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }))

/** How many words a narrator may leave out between two cues. */
const MAX_SKIPPED_WORDS = 150
const MATCHED_WORDS = 4

/** Finds what cues say in the reading text, in order. Cues that say something else are left out. */
export function timingsOf(cues: Cue[], text: string): Timing[] {
  const words = wordsOf(text)
  const timings: Timing[] = []
  let next = 0
  let after = 0
  for (const { startMs, endMs, text: said } of cues) {
    const spoken = wordsOf(said)
    const needed = Math.min(MATCHED_WORDS, spoken.length)
    if (needed === 0 || startMs < after) continue
    const first = spoken.slice(0, needed)
    const matches = (at: number) => first.every(({ word }, i) => words[at + i]?.word === word)
    let at = next
    while (at < next + MAX_SKIPPED_WORDS && at < words.length && !matches(at)) at++
    if (!words[at] || !matches(at)) continue
    let last = at
    while (last + 1 - at < spoken.length && words[last + 1]?.word === spoken[last + 1 - at]!.word)
      last++
    timings.push({ startMs, endMs, start: words[at]!.start, end: words[last]!.end })
    next = last + 1
    after = endMs
  }
  return timings
}
