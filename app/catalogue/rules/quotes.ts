/** Length of a passage that can become an image, in characters. */
export const MIN_QUOTE_CHARS = 12

export const MAX_QUOTE_CHARS = 320

export interface QuoteGroup {
  heading: string | null
  sentences: string[]
}

const SUGGESTED = 10

/** Length of a sentence that is easy to remember, in characters. */
const MIN_STRIKING_CHARS = 40
const MAX_STRIKING_CHARS = 140

/** First words that point to a sentence before. */
const POINTS_BACK =
  /^(?:And|But|Or|So|Yet|Then|Thus|Hence|Here|There|It|Its|He|His|She|Her|They|Their|This|That|These|Those|Such|Both|Neither|Another|Also|Still|Instead|Otherwise|However|Therefore|Nor|Too|Even so|For example|The (?:first|second|third|next|last|same|other|rest|latter|former))\b/

/** Words of sentences that say something about life in general. */
const GENERAL =
  /\b(?:you|your|we|our|never|always|every|nobody|everyone|anyone|people|life|only|without|cannot|is|are|than|not)\b/gi

/** Words of sentences that tell a story or describe the book. */
const PARTICULAR =
  /\b(?:he|him|his|she|her|they|their|it|its|said|says|was|were|had|this|these|those|book|chapter|pages?|author|summary)\b/gi

const count = (text: string, letter: string) => text.split(letter).length - 1

function isSelfContained(sentence: string): boolean {
  return (
    /^[“‘]?\p{Lu}/u.test(sentence) &&
    !sentence.includes('?') &&
    !/[():;]|\d{2}/.test(sentence) &&
    !POINTS_BACK.test(sentence.replace(/^[“‘]/, '')) &&
    count(sentence, '“') === count(sentence, '”')
  )
}

/** The heading of an idea was written to be remembered. */
const HEADING_BONUS = 2

function strikingScore(sentence: string): number {
  const matches = (pattern: RegExp) => sentence.match(pattern)?.length ?? 0
  const names = sentence.slice(1).match(/\b\p{Lu}\p{Ll}+/gu)?.length ?? 0
  return (
    matches(GENERAL) - 2 * matches(PARTICULAR) - 2 * names - sentence.length / MAX_STRIKING_CHARS
  )
}

/**
 * The sentences that stand best alone, in the order of the text: at most ten, spread over the parts.
 * @param parts the parts that the reader may see; the heading of an idea is a sentence too
 */
export function suggestQuotes(parts: QuoteGroup[]): string[] {
  const headings = new Set(parts.map(({ heading }) => heading ?? ''))
  const all = parts.map(({ heading, sentences }) => [
    heading ?? '',
    ...sentences.filter((sentence) => /[.!][”’]?$/.test(sentence)),
  ])
  const ranked = all.flatMap((sentences) =>
    [...new Set(sentences)]
      .filter(({ length }) => length >= MIN_STRIKING_CHARS && length <= MAX_STRIKING_CHARS)
      .filter(isSelfContained)
      .map((sentence) => ({
        sentence,
        score: strikingScore(sentence) + (headings.has(sentence) ? HEADING_BONUS : 0),
      }))
      .toSorted((a, b) => b.score - a.score)
      // The more of a part were chosen, the better the next one has to be.
      .map(({ sentence, score }, rank) => ({ sentence, score: score - rank })),
  )
  ranked.sort((a, b) => b.score - a.score)
  const chosen = new Set(ranked.slice(0, SUGGESTED).map(({ sentence }) => sentence))
  return all.flat().filter((sentence) => chosen.delete(sentence))
}
