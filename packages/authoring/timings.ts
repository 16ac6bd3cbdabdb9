/** A silence in a recording, in milliseconds. */
export interface Pause {
  startMs: number
  endMs: number
}

/** A part of a text with its sentences. Offsets are in the whole text. */
export interface Passage {
  start: number
  end: number
  sentences: { start: number; end: number }[]
}

export interface Timing {
  startMs: number
  endMs: number
  /** Offsets in the text. */
  start: number
  end: number
}

/**
 * How far the pause after a sentence may be from where its length suggests, as a share of the
 * recording.
 */
const REACH = 0.08
const MIN_REACH_MS = 1500

/**
 * When the sentences of a passage are spoken: each ends at the pause that is nearest to where its length
 * suggests.
 */
export function timingsByPauses(
  { start, end, sentences }: Passage,
  durationMs: number,
  pauses: Pause[],
): Timing[] {
  const reach = Math.max(MIN_REACH_MS, REACH * durationMs)
  let from = 0
  return sentences.map((sentence, i) => {
    const expected = ((sentence.end - start) / Math.max(1, end - start)) * durationMs
    const distance = ({ startMs, endMs }: Pause) => Math.abs((startMs + endMs) / 2 - expected)
    const [nearest] = pauses
      .filter((pause) => pause.startMs > from && distance(pause) <= reach)
      .toSorted((a, b) => distance(a) - distance(b))
    const isLast = i === sentences.length - 1
    const endMs = isLast
      ? durationMs
      : Math.round(Math.max(from + 1, nearest ? nearest.endMs : expected))
    const timing = { startMs: from, endMs: Math.min(endMs, durationMs), ...sentence }
    from = timing.endMs
    return timing
  })
}
