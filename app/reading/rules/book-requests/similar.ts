import { isClose, searchWords } from '../../../catalogue/rules/search.ts'

/** Words that do not help to identify a book. */
const COMMON = new Set(
  'a an and as at by for from how in is it of on or that the this to what why with you your'.split(
    ' ',
  ),
)

/** The words of a title that tell it from others, without its subtitle. */
export function telling(title: string): string[] {
  const words = searchWords(title.split(/[:(–—]| - /)[0]!)
  const rare = words.filter((word) => !COMMON.has(word))
  return [...new Set(rare.length > 0 ? rare : words)]
}

/**
 * Whether two titles may be those of one book: two thirds of the words of the shorter one are in the
 * other, or nearly. The typed title may be a beginning.
 */
export function mayBeSame(typed: string, title: string): boolean {
  const [given, words] = [telling(typed), telling(title)]
  if (given.length === 0 || words.length === 0) return false
  const has = (word: string) =>
    words.some(
      (other) =>
        other === word || (word.length >= 3 && other.startsWith(word)) || isClose(word, other),
    )
  return given.filter(has).length * 3 >= Math.min(given.length, words.length) * 2
}

/** The words of a request, which identify it: a reader requests a book once. */
export const bookRequestWords = (title: string, author: string) =>
  ` ${searchWords(title).join(' ')} / ${searchWords(author).join(' ')}`
