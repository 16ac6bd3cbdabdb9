export const HIGHLIGHTS_ON_PAGE = 50
export const HIGHLIGHTS_ON_PRINTED_PAGE = 2000

/** The longest search; further words do not count. */
export const MAX_SEARCH_WORDS = 8

export interface BookGroup<N> {
  bookId: number
  notes: N[]
}

/** Highlights that follow each other and are of one book, together. */
export function groupByBook<N extends { bookId: number }>(notes: N[]): BookGroup<N>[] {
  const groups: BookGroup<N>[] = []
  for (const note of notes) {
    const last = groups.at(-1)
    if (last?.bookId === note.bookId) last.notes.push(note)
    else groups.push({ bookId: note.bookId, notes: [note] })
  }
  return groups
}
