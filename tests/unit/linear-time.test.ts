import { expect, test } from 'vitest'
import { textProblems } from '#app/admin/rules/book-form.ts'
import {
  estimateTimeline,
  sectionRanges,
  timelineFrom,
} from '#app/catalogue/rules/audio/timeline.ts'
import { parseWebVtt, timingsOf } from '#app/catalogue/rules/audio/webvtt.ts'
import { runsOf } from '#app/catalogue/rules/epub/highlights.ts'
import { lintBook } from '#app/catalogue/rules/lint/lint-book.ts'
import { readableQuestions } from '#app/catalogue/rules/questions.ts'
import { suggestQuotes } from '#app/catalogue/rules/quotes.ts'
import { wordColumns } from '#app/catalogue/rules/search.ts'
import {
  linesIn,
  lineText,
  parseSummary,
  placeAfterFreePart,
  summaryText,
} from '#app/catalogue/rules/summary/parse.ts'
import { readingText } from '#app/catalogue/rules/summary/reading-text.ts'
import { sentencesOf, spokenSentencesOf } from '#app/catalogue/rules/summary/sentences.ts'
import { withSteps } from '#app/catalogue/rules/summary/steps.ts'
import { excerptOf, indexWords, textTerms } from '#app/catalogue/rules/text-search.ts'
import { splitBookFile } from '#app/catalogue/service/book-source.ts'
import { anchorFor } from '#app/reading/rules/highlights/anchor-for.ts'
import { tagsOf } from '#app/reading/rules/highlights/highlight.ts'
import { piecesOf } from '#app/reading/rules/highlights/highlighted-pieces.ts'
import { markdownHighlight } from '#app/reading/rules/highlights/markdown.ts'
import { splitAtTags } from '#app/reading/rules/highlights/tags.ts'
import { locate, sharesBefore } from '#app/reading/rules/position.ts'
import { countSteps } from '../setup/count-steps.ts'

/** The sizes of the texts, in characters: a book has at most 200,000. */
const SIZES = [10_000, 40_000, 200_000]
/** Steps do not grow evenly, and some work is the same for every text. */
const TOLERANCE = 1.5

/** Texts that make most work for one or the other function. */
const TEXTS: Record<string, string> = {
  'the same heading': 'Hook\n\nText.\n\n',
  'the same idea': '1. An idea\n\nText (Book II) and more text.\n\n',
  'short ideas': '7. A\n\nb\n\n',
  'items of lists': '- Label: text\n',
  'numbered lines': '3. Label: text\n',
  steps: 'How to Apply It\n\n1. One\n\nText.\n\n2. Two\n\nText.\n\n',
  recommendations: 'Read Next\n\n- A Book: a sentence.\n\n',
  abbreviations: 'Mr. ',
  'one long sentence': 'word, ',
  'questions and exclamations': 'Oh! Why? ',
  quotations: '“Never say so,” he said (Book II). ',
  names: 'Then Ananasa, Bananaso, Cananasu. ',
  'line breaks': '\n',
  'spaces and line breaks': ' \n',
  signs: '#-',
  tags: '#tag ',
  letters: 'a',
  accents: 'a\u0301',
  'angle brackets': '<',
  cues: '00:01.000 --> 00:02.000\nHook\n\n',
}

const filled = (part: string, size: number) =>
  part.repeat(Math.ceil(size / part.length)).slice(0, size)

const whole = (text: string) => parseSummary(text, 'whole')
const HEAD = { title: 'T', author: 'A', genre: 'fiction', topics: [], blurb: 'B', locked: false }

const FUNCTIONS: Record<string, (text: string) => unknown> = {
  parseSummary: (text) => [parseSummary(text, 'free'), summaryText(whole(text))],
  placeAfterFreePart,
  readingText: (text) => readingText(whole(text)),
  withSteps: (text) => whole(text).sections.map(({ blocks }) => withSteps(blocks)),
  sentencesOf: (text) => text.split('\n').map(sentencesOf),
  spokenSentencesOf: (text) => text.split('\n').map(spokenSentencesOf),
  indexWords: (text) => indexWords({ ...HEAD, text }),
  wordColumns: (text) => wordColumns({ ...HEAD, title: text, blurb: text }),
  excerptOf: (text) => excerptOf(text, textTerms(['book', 'never', 'hook', 'a', 'word'])),
  readableQuestions: (text) =>
    readableQuestions([{ question: 'Q?', answer: 'A', idea: 7 }], text, 'free'),
  suggestQuotes: (text) =>
    suggestQuotes(
      whole(text).sections.map((section) => ({
        heading: section.heading,
        sentences: linesIn(section).flatMap((line) =>
          sentencesOf(lineText(line)).map((sentence) => sentence.text),
        ),
      })),
    ),
  lintBook: (text) =>
    lintBook({ frontMatter: {}, body: `Hook\n\n${text}`, bodyLine: 1, lineOf: () => 1 }),
  splitBookFile: (text) => [splitBookFile(text), splitBookFile(`---\n${text}\n---\n${text}`)],
  textProblems: (text) =>
    textProblems({
      ideas: whole(text).sections.map(({ heading }) => ({ heading: heading ?? 'A', text: 'b' })),
      parts: { hook: text },
    }),
  sharesBefore: (text) => sharesBefore(whole(text)),
  locate: (text) => locate(whole(text), 1, { section: 'gone', paragraph: 0, share: 0.9 }),
  timelines: (text) => {
    const ranges = sectionRanges(whole(text))
    const timings = ranges.map(({ start, end }, i) => ({ start, end, startMs: i, endMs: i + 1 }))
    return [estimateTimeline(ranges, 1000), timelineFrom(timings, ranges, timings.length)]
  },
  captions: (text) => timingsOf(parseWebVtt(`WEBVTT\n\n${text}`) ?? [], text),
  runsOf: (text) => runsOf(whole(text)),
  anchorFor: (text) =>
    anchorFor(text, { quote: { exact: 'hook text', prefix: 'the ', suffix: ' of the book' } }),
  quote: (text) => anchorFor('text', { quote: { exact: text, prefix: '', suffix: '' } }),
  tags: (text) => [tagsOf(text), splitAtTags(text)],
  piecesOf: (text) => {
    const { lines } = readingText(whole(text))
    const notes = lines.map(({ start, end }, i) => {
      return { id: `${i}`, color: 'yellow', start, end, text: '', isOutdated: false }
    })
    return piecesOf(lines, notes)
  },
  markdown: (exact) => {
    const note = { id: '1', color: 'yellow' as const, text: exact, isOutdated: false }
    return markdownHighlight({ ...note, exact, createdAt: new Date(0) }, null, null)
  },
}

/** The texts that are worst for each function. */
const WORST: Record<string, string[]> = {
  parseSummary: ['the same heading', 'the same idea', 'numbered lines', 'line breaks'],
  placeAfterFreePart: ['the same heading', 'items of lists'],
  readingText: ['the same heading', 'items of lists'],
  withSteps: ['steps', 'numbered lines'],
  sentencesOf: ['abbreviations', 'questions and exclamations'],
  spokenSentencesOf: ['abbreviations', 'one long sentence'],
  indexWords: ['letters', 'names'],
  wordColumns: ['letters', 'accents'],
  excerptOf: ['the same heading', 'one long sentence', 'quotations'],
  readableQuestions: ['the same idea', 'short ideas'],
  suggestQuotes: ['short ideas', 'quotations'],
  lintBook: ['the same idea', 'short ideas', 'names', 'quotations', 'recommendations'],
  splitBookFile: ['spaces and line breaks', 'the same heading'],
  textProblems: ['short ideas', 'line breaks'],
  sharesBefore: ['the same heading', 'short ideas'],
  locate: ['the same heading', 'items of lists'],
  timelines: ['the same heading', 'short ideas'],
  captions: ['cues'],
  runsOf: ['items of lists', 'the same idea'],
  anchorFor: ['letters', 'the same heading'],
  quote: ['spaces and line breaks'],
  tags: ['tags', 'signs'],
  piecesOf: ['items of lists'],
  markdown: ['spaces and line breaks', 'angle brackets'],
}

test.each(Object.keys(FUNCTIONS))('%s takes steps in proportion to the text', async (name) => {
  const run = FUNCTIONS[name]!
  for (const kind of WORST[name]!) {
    const [least = 0, ...more] = SIZES
    const stepsFor = (size: number) => countSteps(() => run(filled(TEXTS[kind]!, size)))
    // V8 counts in a function once it has been called often.
    await stepsFor(SIZES.at(-1)!)
    const base = (await stepsFor(least)) + 1000
    for (const size of more) {
      const growth = (size * Math.log(size)) / (least * Math.log(least))
      expect(await stepsFor(size), `${kind}, ${size}`).toBeLessThan(base * growth * TOLERANCE)
    }
  }
})
