import type { PublicQuestion } from './questions.ts'
import { stemsOf, type Term, termsOf } from './query.ts'
import { SYNONYM } from './relevance.ts'
import { searchWords } from './search.ts'
import { lineText, linesIn, type Section, type Summary } from './summary/parse.ts'
import { sentencesOf } from './summary/sentences.ts'

/** Paragraphs of a book that are divided into sentences: those that have most of what is asked. */
const PARAGRAPHS_PER_BOOK = 8
/** A shorter sentence, or one that continues the one before, is shown with it. */
const SHORT_CHARS = 60
const GOES_ON =
  /^(?:And|But|Or|So|Yet|He|She|It|They|His|Her|Their|Its|This|That|These|Those|Both|Then|There|Such|Nor|Even|Instead)\b/
/** A longer passage is a page, not an answer. */
const MOST_CHARS = 420

/** How much of what is asked the parts of a passage count. Measured with `npm run eval -- ask`. */
const PART = { sentence: 0.45, paragraph: 0.25, idea: 0.35, heading: 0.2, question: 0.6 }

/** A book as far as the asker may read it. */
export interface OpenBook<B> {
  book: B
  summary: Summary
  answers: readonly PublicQuestion[]
}

/** A passage of a summary, word for word. */
export interface Passage<B> {
  book: B
  section: Section
  text: string
  /** How well it answers, from 0; 1 is very well. */
  score: number
}

/** A word of a question: its stem and those that mean nearly the same, with what each counts. */
type Weighed = { stem: string; weight: number }[]

interface Paragraph {
  section: Section
  text: string
  stems: ReadonlySet<string>
}

interface Idea {
  section: Section
  heading: ReadonlySet<string>
  stems: ReadonlySet<string>
  paragraphs: Paragraph[]
}

function ideasIn({ sections }: Summary): Idea[] {
  return sections
    .filter(({ kind }) => kind === 'idea')
    .map((section) => {
      const paragraphs = linesIn(section).map((line): Paragraph => {
        const text = lineText(line)
        return { section, text, stems: new Set(stemsOf(text)) }
      })
      const heading = new Set(stemsOf(section.heading ?? ''))
      const stems = new Set([...heading, ...paragraphs.flatMap((part) => [...part.stems])])
      return { section, heading, stems, paragraphs }
    })
}

/** What each word counts: the fewer of the ideas have it, the more. */
function weigh(terms: readonly Term[], ideas: readonly Pick<Idea, 'stems'>[]): Weighed[] {
  const count = Math.max(1, ideas.length)
  const weightOf = (stem: string) => {
    const n = ideas.filter(({ stems }) => stems.has(stem)).length
    return { n, weight: Math.log(1 + (count - n + 0.5) / (n + 0.5)) }
  }
  return terms.map(({ stem, synonyms }) => {
    const own = weightOf(stem)
    const others = synonyms
      .map((other) => ({ stem: other, ...weightOf(other) }))
      .filter(({ n }) => n > 0)
    // Of a word that nothing here has, the synonyms are what is asked.
    const most =
      own.n > 0 || others.length === 0
        ? own.weight
        : Math.max(...others.map(({ weight }) => weight))
    return [
      { stem, weight: own.n > 0 || others.length === 0 ? own.weight : most },
      ...others.map((other) => ({
        stem: other.stem,
        weight: SYNONYM * Math.min(most, other.weight),
      })),
    ]
  })
}

const mostOf = (term: Weighed) => Math.max(0, ...term.map(({ weight }) => weight))

/** How much of what is asked some words have, from 0 to 1. */
function shareIn(stems: ReadonlySet<string>, terms: readonly Weighed[]): number {
  const all = terms.reduce((sum, term) => sum + mostOf(term), 0)
  const found = terms.reduce(
    (sum, term) => sum + mostOf(term.filter(({ stem }) => stems.has(stem))),
    0,
  )
  return all === 0 ? 0 : found / all
}

/** How close a public question is to what is asked, from 0 to 1. */
function closeness(terms: readonly Weighed[], { question }: PublicQuestion): number {
  const asked = new Set(terms.flatMap((term) => term.map(({ stem }) => stem)))
  const own = termsOf(searchWords(question)).map(({ stem }) => stem)
  const named = own.filter((stem) => asked.has(stem)).length / Math.max(1, own.length)
  return (shareIn(new Set(stemsOf(question)), terms) * (1 + named)) / 2
}

/** The public question of each idea of a book that is closest to what is asked, by the idea's number. */
function closestQuestions(terms: readonly Weighed[], answers: readonly PublicQuestion[]) {
  const best = new Map<number, { question: string; closeness: number }>()
  for (const answer of answers) {
    const found = closeness(terms, answer)
    if (found > (best.get(answer.idea)?.closeness ?? 0)) {
      best.set(answer.idea, { question: answer.question, closeness: found })
    }
  }
  return best
}

/** An idea that the asker may not read, with the public question that it answers. */
export interface LockedIdeaFound<B> {
  book: B
  idea: number
  question: string
  closeness: number
}

/**
 * The passages of some books that answer a question, and the ideas behind the cut whose public question is
 * close to it, in no order.
 */
export function findPassages<B>(
  question: string,
  books: readonly OpenBook<B>[],
): { passages: Passage<B>[]; locked: LockedIdeaFound<B>[] } {
  const opened = books.map((open) => ({ ...open, ideas: ideasIn(open.summary) }))
  const asked = termsOf([...new Set(searchWords(question))])
  // What is behind the cut is known by its public questions only.
  const known = opened.flatMap(({ ideas, answers }) => [
    ...ideas,
    ...answers.map((answer) => ({ stems: new Set(stemsOf(answer.question)) })),
  ])
  const terms = weigh(asked, known)
  const found = opened.map(({ book, ideas, answers }) => {
    const questions = closestQuestions(terms, answers)
    const readable = new Set(ideas.map(({ section }) => section.number))
    return {
      passages: ideas
        .flatMap((idea) => {
          const near = questions.get(idea.section.number!)?.closeness ?? 0
          const base =
            PART.idea * shareIn(idea.stems, terms) +
            PART.heading * shareIn(idea.heading, terms) +
            PART.question * near
          return idea.paragraphs.map((paragraph) => ({
            ...paragraph,
            score: base + PART.paragraph * shareIn(paragraph.stems, terms),
          }))
        })
        .toSorted((a, b) => b.score - a.score)
        .slice(0, PARAGRAPHS_PER_BOOK)
        .map(({ section, text, score }): Passage<B> => {
          const best = bestSentence(text, terms)
          return { book, section, text: best.text, score: score + PART.sentence * best.share }
        }),
      locked: [...questions]
        .filter(([idea]) => !readable.has(idea))
        .map(([idea, near]): LockedIdeaFound<B> => ({ book, idea, ...near })),
    }
  })
  return {
    passages: found.flatMap(({ passages }) => passages),
    locked: found.flatMap(({ locked }) => locked),
  }
}

/** The sentence of a paragraph that has most of what is asked, with a neighbor if it needs one. */
function bestSentence(text: string, terms: readonly Weighed[]) {
  const sentences = sentencesOf(text)
  const shares = sentences.map((sentence) => shareIn(new Set(stemsOf(sentence.text)), terms))
  const share = Math.max(0, ...shares)
  const at = Math.max(0, shares.indexOf(share))
  const own = sentences[at]?.text ?? text
  const needsMore = own.length < SHORT_CHARS || GOES_ON.test(own)
  const before = needsMore ? sentences[at - 1]?.text : undefined
  const after = needsMore && before === undefined ? sentences[at + 1]?.text : undefined
  const longer = [before, own, after].filter((part) => part !== undefined).join(' ')
  const isVerbatim = longer.length <= MOST_CHARS && text.includes(longer)
  return { text: isVerbatim ? longer : own, share }
}
