import { closest, distance } from 'fastest-levenshtein'

/** A name that nobody reads, and the one that was probably meant. */
export interface Misspelled {
  name: string
  meant: string
}

/**
 * Letters that may be wrong in a name: one in four, two at most. A name of four letters is never
 * like another, since systems have many of those (HOME and HOST differ in two).
 */
const mostWrongLetters = (name: string) => (name.length < 5 ? 0 : Math.min(2, name.length >> 2))

/** Which names are nearly, but not exactly, known ones; capitals count as the same letters. */
export function misspelled(names: string[], known: string[]): Misspelled[] {
  return names
    .filter((name) => !known.includes(name))
    .map((name) => ({ name, meant: closest(name.toUpperCase(), known) }))
    .filter(({ name, meant }) => distance(name.toUpperCase(), meant) <= mostWrongLetters(meant))
}
