/**
 * Tells reading from looking around, so that a glance at the beginning does not overwrite the position.
 * Runs in the browser.
 */

export interface Rest {
  /** The share of the whole text before it, 0 to 1. */
  share: number
  window: number
  /** In milliseconds. */
  at: number
}

export interface Reading<Place extends Rest> {
  /** Where they are reading: what is saved. */
  last: Place
  /** The furthest place of the part that they are reading. */
  reach: Place
  ahead: { from: Place; at: number } | null
  /** During a glance back: the highest place, and when they got there. */
  back: Rest | null
}

/** Rereading up to so many windows above is no glance. */
const NEAR_WINDOWS = 1.25

/** A reader who moves ahead by more windows than this in one step may only want to see what comes. */
const JUMP_WINDOWS = 2

/** A reader who returns after this time has read there. */
const LOOK_AHEAD_MS = 60_000

/** A glance becomes reading when it takes this long … */
const GLANCE_MS = 20_000

/** … and the reader has moved on by this part of a window. */
const ONWARD_WINDOWS = 0.5

const readingAt = <Place extends Rest>(place: Place): Reading<Place> => ({
  last: place,
  reach: place,
  ahead: null,
  back: null,
})

/**
 * What a rest means: reading on, or only a glance.
 * @param before null: the reader begins
 */
export function followReading<Place extends Rest>(
  before: Reading<Place> | null,
  rest: Place,
): Reading<Place> {
  if (!before) return readingAt(rest)
  const { last, reach, ahead, back } = before
  const near = rest.window * NEAR_WINDOWS
  if (rest.share >= reach.share - near) {
    const isJump = !back && rest.share - last.share > rest.window * JUMP_WINDOWS
    return {
      last: rest,
      reach: rest.share > reach.share ? rest : reach,
      ahead: isJump ? (ahead ?? { from: last, at: rest.at }) : ahead,
      back: null,
    }
  }
  const returns = ahead && rest.at - ahead.at < LOOK_AHEAD_MS
  if (returns && Math.abs(rest.share - ahead.from.share) <= near) return readingAt(rest)
  if (!back || rest.share < back.share) return { ...before, last: reach, back: rest }
  const readsOn =
    rest.at - back.at >= GLANCE_MS && rest.share - back.share >= rest.window * ONWARD_WINDOWS
  return readsOn ? readingAt(rest) : before
}
