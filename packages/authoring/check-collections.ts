import type { CollectionToCheck, FileFinding } from './rules.ts'

const SENTENCE_WORDS = { min: 8, max: 32 }
const BLURB_WORDS = { min: 8, max: 40 }
/** Sentences of all collections that begin with the same words sound alike. */
const OPENING_WORDS = 3

/**
 * Finds books that do not exist, blurbs and sentences of the wrong length, and sentences that begin alike.
 * @param slugs of all books
 */
export function checkCollections(
  collections: CollectionToCheck[],
  slugs: ReadonlySet<string>,
  countWords: (text: string) => number,
): FileFinding[] {
  const findings: FileFinding[] = []
  const openings = new Map<string, string>()
  for (const { file, blurb, books, lineOf } of collections) {
    const add = (line: number, rule: string, message: string) =>
      findings.push({ file, line, rule, message })
    const checkText = (line: number, text: string, { min, max }: { min: number; max: number }) => {
      const words = countWords(text)
      if (words < min || words > max) add(line, 'length', `${words} words: write ${min} to ${max}`)
      if (!/[.?!][”’]?$/.test(text)) add(line, 'sentence', 'end it with a period')
      if (/["'`]/.test(text)) add(line, 'sentence', 'use curly quotation marks and apostrophes')
    }
    checkText(lineOf('blurb'), blurb, BLURB_WORDS)
    for (const { slug, sentence } of books) {
      const line = lineOf(slug)
      if (!slugs.has(slug)) add(line, 'book', `there is no file ${slug}.md: write its exact name`)
      checkText(line, sentence, SENTENCE_WORDS)
      const opening = sentence.toLowerCase().split(/\s+/).slice(0, OPENING_WORDS).join(' ')
      const other = openings.get(opening)
      if (other) {
        add(
          line,
          'sameness',
          `${other} begins with "${opening}" too: begin one of them differently`,
        )
      } else openings.set(opening, `${file}:${line}`)
    }
  }
  return findings
}
