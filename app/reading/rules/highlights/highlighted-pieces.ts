/** A highlight in a text: positions are UTF-16 units of its reading text. */
interface Marked {
  id: string
  color: string
  start: number
  end: number
  /** The reader's note; empty: none. */
  text: string
  isOutdated: boolean
}

export interface HighlightedPiece<N> {
  start: number
  end: number
  note: N | null
  /** Whether it is the first or the last piece of its highlight. */
  begins: boolean
  ends: boolean
}

/**
 * Splits lines into pieces that are highlighted or not. Where highlights overlap, the shortest shows, and
 * of equally long ones the last, so that each can be seen and selected.
 * @param lines in the order of the text
 * @returns the pieces of each line, which cover it
 */
export function piecesOf<N extends Marked>(
  lines: { start: number; end: number }[],
  notes: N[],
): HighlightedPiece<N>[][] {
  const shown = notes.filter(({ isOutdated, start, end }) => !isOutdated && start < end)
  const cuts = new Set<number>()
  for (const { start, end } of [...lines, ...shown]) cuts.add(start).add(end)
  const bounds = [...cuts].toSorted((a, b) => a - b)
  const indexOf = new Map(bounds.map((bound, i) => [bound, i]))
  // From the top: each part between two bounds is filled once, and then skipped.
  const filled: (N | undefined)[] = []
  const next = bounds.map((_, i) => i)
  const free = (from: number) => {
    let at = from
    while (next[at] !== at) at = next[at] = next[next[at]!]!
    return at
  }
  const length = ({ start, end }: N) => end - start
  for (const note of shown.toReversed().toSorted((a, b) => length(a) - length(b))) {
    const to = indexOf.get(note.end)!
    for (let at = free(indexOf.get(note.start)!); at < to; at = free(at)) {
      filled[at] = note
      next[at] = at + 1
    }
  }
  const first = new Map<N, HighlightedPiece<N>>()
  const last = new Map<N, HighlightedPiece<N>>()
  const split = lines.map(({ start, end }) => {
    const pieces: HighlightedPiece<N>[] = []
    for (let at = indexOf.get(start)!; bounds[at]! < end; at++) {
      const note = filled[at] ?? null
      const before = pieces.at(-1)
      if (before && before.note === note) before.end = bounds[at + 1]!
      else {
        const [from, to] = [bounds[at]!, bounds[at + 1]!]
        pieces.push({ start: from, end: to, note, begins: false, ends: false })
      }
    }
    for (const piece of pieces) {
      if (!piece.note) continue
      if (!first.has(piece.note)) first.set(piece.note, piece)
      last.set(piece.note, piece)
    }
    return pieces
  })
  for (const piece of first.values()) piece.begins = true
  for (const piece of last.values()) piece.ends = true
  return split
}

const ANCHOR = 'note-'

interface MarkAttributes {
  class: string
  id?: string
  tabindex?: string
  'data-note'?: string
}

/** The attributes of the `mark` around a highlighted piece. */
export function markAttributes({
  note,
  begins,
  ends,
}: HighlightedPiece<Marked> & { note: Marked }): MarkAttributes {
  const { id, color, text } = note
  const classes = ['highlight', `highlight-${color}`]
  if (begins) classes.push('highlight-start')
  if (ends) classes.push('highlight-end')
  if (ends && text) classes.push('highlight-noted')
  return {
    class: classes.join(' '),
    // The target of links to the highlight, which takes the focus.
    ...(begins ? { id: ANCHOR + id, tabindex: '-1' } : { 'data-note': id }),
  }
}

/** The id of the highlight that a `mark` belongs to. */
export const highlightIdOf = (mark: HTMLElement): string =>
  mark.dataset['note'] ?? mark.id.slice(ANCHOR.length)

/** A piece of a line as pages show it: what is highlighted is in a `mark` with these attributes. */
export interface ShownPiece {
  start: number
  end: number
  attributes: MarkAttributes | null
}

/**
 * What is highlighted in each line.
 * @param lines each with its parts in different elements, such as a label; highlights are split there
 * @returns for each line the pieces of its parts; null: nothing is highlighted in it
 */
export function shownLines(
  lines: { runs: { start: number; end: number }[] }[],
  notes: Marked[],
): (ShownPiece[][] | null)[] {
  const pieces = piecesOf(
    lines.flatMap(({ runs }) => runs),
    notes,
  )
  let at = 0
  return lines.map(({ runs }) => {
    const own = pieces.slice(at, (at += runs.length))
    if (!own.flat().some(({ note }) => note)) return null
    return own.map((run) =>
      run.map((piece) => {
        const { start, end, note } = piece
        return { start, end, attributes: note && markAttributes({ ...piece, note }) }
      }),
    )
  })
}
