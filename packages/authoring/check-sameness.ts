import type { BookToCheck, Finding } from './rules.ts'

/** Paragraphs of different books that begin or end with the same words sound alike. */
const OPENING_WORDS = 5
const ENDING_WORDS = 5
const FORMULA_WORDS = 9

const wordsOf = (text: string) =>
  text
    .replace(/“[^“”]*”/g, ' ')
    .toLowerCase()
    .match(/[\p{L}\p{N}’']+/gu) ?? []

/** Finds what is the same in two books, and books to read next that do not exist. */
export function checkSameness(books: BookToCheck[]): Map<string, Finding[]> {
  const findings = new Map<string, Finding[]>(books.map(({ file }) => [file, []]))
  const seen = new Map<string, { file: string; line: number }>()
  for (const { file, texts } of books) {
    const reported = new Set<number>()
    for (const { line, text, section } of texts) {
      // Two books may recommend the same title.
      const own = section === 'Read Next' ? text.replace(/^[^:]*: /, '') : text
      for (const [what, words] of phrasesOf(own)) {
        const key = `${what} ${words}`
        const other = seen.get(key)
        if (!other) seen.set(key, { file, line })
        else if (other.file !== file && !reported.has(line)) {
          reported.add(line)
          const message = `${what} "${words}" is also in ${other.file}:${other.line}: write one of them differently`
          findings.get(file)!.push({ line, rule: 'sameness', message })
        }
      }
    }
  }
  const titles = books.map(({ title }) => title)
  for (const { file, title, texts } of books) {
    for (const { line, text, section, kind } of texts) {
      if (section !== 'Read Next' || kind !== 'item') continue
      const known = titles.some((one) => one !== title && text.startsWith(`${one}: `))
      if (known) continue
      const message = 'start with the exact title of another book of the catalogue and a colon'
      findings.get(file)!.push({ line, rule: 'read next', message })
    }
  }
  return findings
}

function* phrasesOf(text: string): Generator<[string, string]> {
  const words = wordsOf(text)
  if (words.length < 2 * OPENING_WORDS) return
  yield ['the opening', words.slice(0, OPENING_WORDS).join(' ')]
  yield ['the ending', words.slice(-ENDING_WORDS).join(' ')]
  for (let i = 0; i + FORMULA_WORDS <= words.length; i++) {
    yield ['the phrase', words.slice(i, i + FORMULA_WORDS).join(' ')]
  }
}
