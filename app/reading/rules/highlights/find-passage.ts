import search from 'approx-string-match'
import { type Anchor, inWholeCharacters, isWordEdge, type TextRange, trimmed } from './anchor.ts'

/**
 * Finds a highlight in a text that has changed. It never points at other words: without a
 * certain match, there is no result.
 */

/** This many characters of the passage and its surroundings are enough to identify it. */
const TELLING_CHARS = 24
/** How many places with the same words are compared, before the position and after it. */
const MAX_PLACES = 100

/** The place with exactly these words whose surroundings, then whose position, are most alike. */
export function findExactly(text: string, anchor: Anchor): TextRange | null {
  const { start, end, exact, prefix, suffix } = anchor
  const whole = prefix + exact + suffix
  const isThere = start >= prefix.length && text.startsWith(whole, start - prefix.length)
  if (isThere && hasSameEdges(text, anchor, { start, end })) return { start, end }
  const places = patternsOf(anchor).flatMap(({ pattern, before }) =>
    placesOf(text, pattern, start - before).map((at) => at + before),
  )
  const ranges = places.map((at) => ({ start: at, end: at + exact.length }))
  return mostAlike(
    text,
    anchor,
    ranges.filter((range) => hasSameEdges(text, anchor, range)),
  )
}

/** What to search for: the passage, and for a short one also what is before or after it. */
function patternsOf({ exact, prefix, suffix }: Anchor): { pattern: string; before: number }[] {
  const missing = TELLING_CHARS - exact.length
  if (missing <= 0) return [{ pattern: exact, before: 0 }]
  const with_ = (before: number, after: number) => ({
    pattern: prefix.slice(prefix.length - before) + exact + suffix.slice(0, after),
    before,
  })
  const most = (chars: number, side: string) => Math.min(Math.max(0, chars), side.length)
  const before = most(missing, prefix)
  const after = most(missing, suffix)
  return [
    with_(before, most(missing - before, suffix)),
    with_(most(missing - after, prefix), after),
  ]
}

function placesOf(text: string, pattern: string, near: number): number[] {
  const places: number[] = []
  let at = text.indexOf(pattern, near)
  for (let n = 0; at >= 0 && n < MAX_PLACES; n++) {
    places.push(at)
    at = text.indexOf(pattern, at + 1)
  }
  at = near > 0 ? text.lastIndexOf(pattern, near - 1) : -1
  for (let n = 0; at >= 0 && n < MAX_PLACES; n++) {
    places.push(at)
    at = at > 0 ? text.lastIndexOf(pattern, at - 1) : -1
  }
  return places
}

/** How many characters before and after a range match those that were around the passage. */
function contextAt(text: string, { prefix, suffix }: Anchor, { start, end }: TextRange) {
  let before = 0
  while (before < prefix.length && prefix.at(-1 - before) === text[start - 1 - before]) before++
  let after = 0
  while (after < suffix.length && suffix[after] === text[end + after]) after++
  return { before, after }
}

function mostAlike(text: string, anchor: Anchor, ranges: TextRange[]): TextRange | null {
  let best: { range: TextRange; context: number; distance: number } | null = null
  for (const range of ranges) {
    const { before, after } = contextAt(text, anchor, range)
    const [context, distance] = [before + after, Math.abs(range.start - anchor.start)]
    const isBetter =
      !best || context > best.context || (context === best.context && distance < best.distance)
    if (isBetter) best = { range, context, distance }
  }
  return best && best.range
}

function hasSameEdges(text: string, anchor: Anchor, { start, end }: TextRange): boolean {
  const edges = edgesOf(anchor)
  return (!edges.start || isWordEdge(text, start)) && (!edges.end || isWordEdge(text, end))
}

function edgesOf({ exact, prefix, suffix }: Anchor): { start: boolean; end: boolean } {
  return {
    start: isWordEdge(prefix + exact, prefix.length),
    end: isWordEdge(exact + suffix, exact.length),
  }
}

/** How many of the characters may have changed; the number bounds the time of a search. */
const CHANGED_SHARE = 0.2
const MAX_CHANGED_CHARS = 200
/** Without the same surroundings, only a long passage may have changed, and less. */
const CHANGED_SHARE_ALONE = 0.1
const ALONE_CHARS = 60
/** The surroundings count as the same if this many characters next to the passage are. */
const SAME_CONTEXT_CHARS = 12

/** The place with almost the same words, for a passage that is not found exactly. */
export function findApproximately(text: string, anchor: Anchor): TextRange | null {
  const { exact } = anchor
  if (exact.length < TELLING_CHARS) return findShort(text, anchor)
  const matches = search(
    text,
    exact,
    Math.min(MAX_CHANGED_CHARS, Math.floor(exact.length * CHANGED_SHARE)),
  )
  const ranges = matches
    .filter((match) => isSame(text, anchor, match))
    .map((match) => inWholeWords(text, anchor, match))
  return mostAlike(text, anchor, ranges)
}

function isSame(text: string, anchor: Anchor, match: TextRange & { errors: number }): boolean {
  const { length } = anchor.exact
  if (length >= ALONE_CHARS && match.errors <= length * CHANGED_SHARE_ALONE) return true
  const { before, after } = contextAt(text, anchor, match)
  return Math.max(before, after) >= SAME_CONTEXT_CHARS
}

/** A short passage is found if its words are the same and most of what is around them. */
function findShort(text: string, anchor: Anchor): TextRange | null {
  const { exact, prefix, suffix } = anchor
  const whole = prefix + exact + suffix
  const most = Math.floor(whole.length * CHANGED_SHARE)
  if (whole.length < TELLING_CHARS) return null
  const ranges = search(text, whole, most).flatMap(({ start, end, errors }) => {
    const expected = start + prefix.length
    // Only there, because a text may have as many matches as characters.
    const from = Math.max(0, expected - errors)
    const window = text.slice(from, Math.min(end, expected + errors + exact.length))
    return placesOf(window, exact, expected - from)
      .map((at) => from + at)
      .map((at) => ({ start: at, end: at + exact.length }))
  })
  return mostAlike(
    text,
    anchor,
    ranges.filter((range) => hasSameEdges(text, anchor, range)),
  )
}

const SIGNS_BEFORE = /^[^\p{L}\p{N}\s]+/u
const SIGNS_AFTER = /(?<![^\p{L}\p{N}\s])[^\p{L}\p{N}\s]+$/u

function inWholeWords(text: string, anchor: Anchor, match: TextRange): TextRange {
  const edges = edgesOf(anchor)
  let { start, end } = trimmed(text, match)
  while (edges.start && !isWordEdge(text, start)) start--
  while (edges.end && !isWordEdge(text, end)) end++
  const before = SIGNS_BEFORE.exec(anchor.exact)?.[0] ?? ''
  const after = SIGNS_AFTER.exec(anchor.exact)?.[0] ?? ''
  if (before && text.slice(0, start).endsWith(before)) start -= before.length
  if (after && text.startsWith(after, end)) end += after.length
  return inWholeCharacters(text, { start, end })
}
