/** Longer searches are refused by calls and truncated by pages. */
export const MAX_SEARCH_CHARS = 200

/** Removes case, accents, and apostrophes. */
export function plain(text: string): string {
  return text
    .replace(/['’‘`´]/g, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('ð', 'd')
    .replaceAll('þ', 'th')
}

/** The words of a text as search compares them: no case, accents, or punctuation. */
export function searchWords(text: string): string[] {
  return plain(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Whether each term has a prefix that a word of the text begins with. */
export function hasTerms(text: string, terms: string[][]): boolean {
  const words = searchWords(text)
  return terms.every((prefixes) =>
    prefixes.some((prefix) => words.some((word) => word.startsWith(prefix))),
  )
}

/** The sort key of a name: its words without case and accents. */
export function sortKey(name: string): string {
  return searchWords(name).join(' ')
}

/** The sort key of a title: like sortKey, without a leading article. */
export function titleSortKey(title: string): string {
  return sortKey(title).replace(/^(?:the|an|a) (?=.)/, '')
}

/** The sort keys and the words of names that are stored with a book. */
export function nameColumns({ title, author }: { title: string; author: string }) {
  const words = searchWords(title)
  return {
    titleKey: titleSortKey(title),
    authorKey: sortKey(author),
    // "mobydick" finds Moby-Dick.
    titleWords: [...words, ...(words.length > 1 ? [words.join('')] : [])].join(' '),
    authorWords: searchWords(author).join(' '),
  }
}

/**
 * The number of single-letter edits from one word to another; swapping two neighbors is one edit.
 * @returns limit + 1 when there are more than limit
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let best = i
    for (let j = 1; j <= b.length; j++) {
      let cost = Math.min(
        last[j]! + 1,
        row[j - 1]! + 1,
        last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, before[j - 2]! + 1)
      }
      row.push(cost)
      best = Math.min(best, cost)
    }
    if (best > limit) return limit + 1
    before = last
    last = row
  }
  return last[b.length]!
}

/**
 * Whether a word is so similar to another that it means the same in a sentence. Blurbs have many
 * words: "cooking" must not find "looking".
 */
export function isClose(word: string, other: string): boolean {
  if (word[0] !== other[0]) return false
  return editDistance(word, other, 1) === 1 ? word.length >= 5 : word.length >= 9
}
