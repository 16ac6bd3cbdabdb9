import { closest, distance } from 'fastest-levenshtein'

export interface Misspelled {
  name: string
  meant: string
}

/**
 * How many letters of a name may be wrong: one in four, at most two. Names of up to four letters
 * must match, because systems have many similar ones, such as HOME and HOST.
 */
const mostWrongLetters = (name: string) => (name.length < 5 ? 0 : Math.min(2, name.length >> 2))

/** Finds names that are almost known ones, ignoring case. */
export function misspelled(names: string[], known: string[]): Misspelled[] {
  return names
    .filter((name) => !known.includes(name))
    .map((name) => ({ name, meant: closest(name.toUpperCase(), known) }))
    .filter(({ name, meant }) => distance(name.toUpperCase(), meant) <= mostWrongLetters(meant))
}
