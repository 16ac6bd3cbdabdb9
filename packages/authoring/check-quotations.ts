import type { Finding, TextLine } from './rules.ts'

const QUOTATION_WORDS = 3

const simplified = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘'“”"«»_*]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export const editionText = (text: string) => ` ${simplified(text)} `

/**
 * Checks that every quotation is in the edition.
 * @param edition from editionText()
 */
export function checkQuotations(
  texts: TextLine[],
  edition: string,
  countWords: (text: string) => number,
): Finding[] {
  return texts.flatMap(({ line, text }) =>
    [...text.matchAll(/“([^“”]+)”/g)].flatMap(([, quoted]) =>
      quoted!
        .split(/…|\. \. \.|\[[^[\]]*\]/)
        .map((part) => part.trim())
        .filter((part) => countWords(part) >= QUOTATION_WORDS)
        .filter((part) => !edition.includes(` ${simplified(part)} `))
        .map((part) => ({
          line,
          rule: 'quotation',
          message: `“${part}” is not in the edition: copy it, or paraphrase`,
        })),
    ),
  )
}
