import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { afterAll, expect, test, vi } from 'vitest'
import { textProblems } from '#app/admin/rules/book-form.ts'
import {
  estimateTimeline,
  sectionRanges,
  timelineFrom,
} from '#app/catalogue/rules/audio/timeline.ts'
import { parseWebVtt, timingsOf } from '#app/catalogue/rules/audio/webvtt.ts'
import { bookChapter, sectionId, sectionTitle } from '#app/catalogue/rules/epub/book-chapter.ts'
import { runsOf } from '#app/catalogue/rules/epub/highlights.ts'
import { navFile, ncxFile } from '#app/catalogue/rules/epub/package.ts'
import { lockedIdeas } from '#app/catalogue/rules/locked-ideas.ts'
import { lintBook } from '#app/catalogue/rules/lint/lint-book.ts'
import { readableQuestions } from '#app/catalogue/rules/questions.ts'
import { suggestQuotes } from '#app/catalogue/rules/quotes.ts'
import { nameColumns } from '#app/catalogue/rules/search.ts'
import {
  linesIn,
  lineText,
  parseSummary,
  placeAfterFreePart,
  type Summary,
  summaryText,
} from '#app/catalogue/rules/summary/parse.ts'
import { readingText } from '#app/catalogue/rules/summary/reading-text.ts'
import { sentencesOf, spokenSentencesOf } from '#app/catalogue/rules/summary/sentences.ts'
import { takeawaysOf } from '#app/catalogue/rules/summary/takeaways.ts'
import { withSteps } from '#app/catalogue/rules/summary/steps.ts'
import { excerptOf } from '#app/catalogue/rules/excerpts.ts'
import { stemsOf } from '#app/catalogue/rules/query.ts'
import { indexWords } from '#app/catalogue/rules/relevance.ts'
import { splitBookFile } from '#app/catalogue/service/book-source.ts'
import { packHighlights } from '#app/reading/rules/highlights/changes.ts'
import { anchorFor } from '#app/reading/rules/highlights/anchor-for.ts'
import { tagsOf } from '#app/reading/rules/highlights/highlight.ts'
import { piecesOf } from '#app/reading/rules/highlights/highlighted-pieces.ts'
import { markdownHighlight } from '#app/reading/rules/highlights/markdown.ts'
import { splitAtTags } from '#app/reading/rules/highlights/tags.ts'
import { locate, sharesBefore } from '#app/reading/rules/position.ts'
import { ReadingBar } from '#app/web/catalogue/reading-bar.tsx'
import { SummaryText } from '#app/web/catalogue/summary-text.tsx'
import { Takeaways } from '#app/web/catalogue/takeaways.tsx'
import { readerValue } from '#app/web/ui/reader-fragment.tsx'
import type { ReaderJson } from '#app/platform/reader-json.ts'

const { countSteps, endCounting } = await vi.hoisted(async () => {
  const { beginCounting } = await import('../setup/count-steps.ts')
  const counting = await beginCounting()
  // Other files of this worker have loaded and run the modules.
  vi.resetModules()
  return counting
})

afterAll(endCounting)

/** The sizes of the texts, in characters. Steps that grow with the square grow 36-fold. */
const SIZES = [10_000, 60_000] as const
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
  digits: '1',
  accents: 'a\u0301',
  'angle brackets': '<',
  cues: '00:01.000 --> 00:02.000\nHook\n\n',
}

const filled = (part: string, size: number) =>
  part.repeat(Math.ceil(size / part.length)).slice(0, size)

const whole = (text: string) => parseSummary(text, 'whole')
const HEAD = { title: 'T', author: 'A', genre: 'fiction', topics: [], blurb: 'B', locked: false }

/** A highlight in each line, with a note. */
const highlightsOf = (summary: Summary) =>
  readingText(summary).lines.map(({ start, end }, i) => {
    return { id: `${i}`, color: 'yellow', start, end, text: 'Why?', isOutdated: false }
  })

const PROVENANCE = { sources: [], edition: null, written: null, checked: null, corrections: [] }
const BOOK = { ...HEAD, slug: 't', year: 1900, minutes: 15 }

/** What depends on the text in the page of a summary, for a reader with highlights or for a visitor. */
function pageOf(summary: Summary, locked: ReturnType<typeof lockedIdeas>, isReader: boolean) {
  const words = highlightsOf(summary).map((note) => ({ ...note, exact: 'words' }))
  const packed = JSON.stringify(packHighlights(words, Infinity)) as ReaderJson<string>
  const notes = isReader ? readerValue('page', packed) : null
  const marks = notes && notes.pick(() => ({ saved: true, read: false, share: 0 }))
  const bar = { book: BOOK, summary, locked, minutes: 15, listenScript: '', audio: null }
  const text = { summary, nextBooks: { Label: 'label' }, notes, hasAudio: true }
  const positionForms = isReader ? { slug: 't', readable: 1 } : null
  const Component = () => [
    createElement(ReadingBar, { key: 1, ...bar, marks, notes }),
    createElement(SummaryText, { key: 2, ...text, positionForms }),
    createElement(Takeaways, { key: 3, ...BOOK, takeaways: takeawaysOf(summary) }),
  ]
  return renderToString(createElement(createRoutesStub([{ path: '/', Component }])))
}

/** The files of a summary in an EPUB. */
function epubOf(summary: Summary) {
  const runs = runsOf(summary)
  const notes = {
    pieces: runs.map((run) => [{ ...run, color: 'yellow' }]),
    words: new Map(runs.map((_, i) => [i, ['Why?']])),
    others: runs.map(() => ({ exact: 'gone', text: 'Why?' })),
  }
  const links = { origin: 'https://readr.test', files: new Map<string, string>() }
  const book = { ...BOOK, summary, provenance: PROVENANCE, nextBooks: {} }
  const parts = summary.sections.map((section) => {
    return { title: sectionTitle(section) ?? '', href: `#${sectionId(section)}`, parts: [] }
  })
  const entries = [{ title: 'T', href: 'book-1.xhtml', parts }]
  return [
    bookChapter(book, null, links, notes),
    navFile(entries),
    ncxFile({ id: '1', title: 'T' }, entries),
  ]
}

const FUNCTIONS: Record<string, (text: string) => unknown> = {
  parseSummary: (text) => [parseSummary(text, 'free'), summaryText(whole(text))],
  placeAfterFreePart,
  readingText: (text) => readingText(whole(text)),
  withSteps: (text) => whole(text).sections.map(({ blocks }) => withSteps(blocks)),
  sentencesOf: (text) => text.split('\n').map(sentencesOf),
  spokenSentencesOf: (text) => text.split('\n').map(spokenSentencesOf),
  indexWords: (text) => indexWords({ ...HEAD, text }),
  nameColumns: (text) => nameColumns({ title: text, author: text }),
  excerptOf: (text) => excerptOf(text, stemsOf('book never hook a word')),
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
    [text, `1. Idea\n\n(${text}(`].map((body) =>
      lintBook({ frontMatter: {}, body: `Hook\n\n${body}`, bodyLine: 1, lineOf: () => 1 }),
    ),
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
  page: (text) => pageOf(whole(text), [], true),
  visitorsPage: (text) => pageOf(whole(text), [], false),
  freePage: (text) => {
    const free = parseSummary(text, 'free')
    return pageOf(free, lockedIdeas(text, free, []), true)
  },
  epub: (text) => epubOf(whole(text)),
  anchorFor: (text) =>
    anchorFor(text, { quote: { exact: 'hook text', prefix: 'the ', suffix: ' of the book' } }),
  quote: (text) => anchorFor('text', { quote: { exact: text, prefix: '', suffix: '' } }),
  tags: (text) => [tagsOf(text), splitAtTags(text)],
  piecesOf: (text) => {
    const summary = whole(text)
    return piecesOf(readingText(summary).lines, highlightsOf(summary))
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
  nameColumns: ['letters', 'accents'],
  excerptOf: ['the same heading', 'one long sentence', 'quotations'],
  readableQuestions: ['the same idea', 'short ideas'],
  suggestQuotes: ['short ideas', 'quotations'],
  lintBook: ['the same idea', 'short ideas', 'names', 'quotations', 'recommendations', 'digits'],
  splitBookFile: ['spaces and line breaks', 'the same heading'],
  textProblems: ['short ideas', 'line breaks'],
  sharesBefore: ['the same heading', 'short ideas'],
  locate: ['the same heading', 'items of lists'],
  timelines: ['the same heading', 'short ideas'],
  captions: ['cues'],
  runsOf: ['items of lists', 'the same idea'],
  page: ['the same heading', 'items of lists'],
  visitorsPage: ['steps', 'recommendations'],
  freePage: ['short ideas'],
  epub: ['the same heading', 'short ideas', 'steps', 'items of lists', 'recommendations'],
  anchorFor: ['letters', 'the same heading'],
  quote: ['spaces and line breaks'],
  tags: ['tags', 'signs'],
  piecesOf: ['items of lists'],
  markdown: ['spaces and line breaks', 'angle brackets'],
}

test.each(Object.keys(FUNCTIONS))('%s takes steps in proportion to the text', async (name) => {
  const run = FUNCTIONS[name]!
  const [least, most] = SIZES
  const growth = (most * Math.log(most)) / (least * Math.log(least))
  for (const kind of WORST[name]!) {
    const stepsFor = (size: number) => countSteps(() => run(filled(TEXTS[kind]!, size)))
    const base = (await stepsFor(least)) + 1000
    expect(await stepsFor(most), kind).toBeLessThan(base * growth * TOLERANCE)
  }
})
