import {
  HEADINGS_BEFORE_IDEAS,
  parseSummary,
  readablePart,
  SPECIAL_HEADINGS,
} from '../../catalogue/rules/summary/parse.ts'

/** A book's header as fields of text, in the order of the file. */
export const HEAD_FIELDS = [
  'title',
  'author',
  'year',
  'genre',
  'blurb',
  'topics',
  'publishedAt',
  'edition',
  'written',
  'checked',
  'sources',
  'answers',
  'questions',
] as const
export type HeadField = (typeof HEAD_FIELDS)[number]

/** A part of the text besides the ideas: its field, and its heading in the file. */
export interface BookFormPart {
  heading: string
  field: string
}

/** In the order of the file. The ideas follow the first two. */
export const PARTS: BookFormPart[] = SPECIAL_HEADINGS.map((heading) => ({
  heading,
  field: heading.toLowerCase().replaceAll(' ', '-'),
}))
export const EARLIER_PARTS = PARTS.slice(0, HEADINGS_BEFORE_IDEAS.length)
export const LATER_PARTS = PARTS.slice(HEADINGS_BEFORE_IDEAS.length)

export interface Idea {
  heading: string
  text: string
}

/** A book as the form shows it. Lists in the header are text: topics with commas, sources in lines. */
export interface BookForm {
  head: Record<HeadField, string>
  locked: boolean
  ideas: Idea[]
  parts: Record<string, string>
}

type Text = Pick<BookForm, 'ideas' | 'parts'>

/** The most ideas in a form. */
export const MAX_IDEAS = 40
/** The free part ends before this idea. */
export const FIRST_PAID_IDEA = 4
export const CUT_LINE = '[FREE CUT HERE]'

const numbered = (i: number, { heading }: Idea) => `${i + 1}. ${heading.trim()}`

/** The text of the book's file. Empty parts are left out. */
export function bookFormText({ ideas, parts }: Text): string {
  const part = ({ field, heading }: BookFormPart) => {
    const text = parts[field]?.trim() ?? ''
    return text === '' ? [] : [heading, text]
  }
  return [
    ...EARLIER_PARTS.flatMap(part),
    ...ideas.flatMap((idea, i) => [
      ...(i === FIRST_PAID_IDEA - 1 ? [CUT_LINE] : []),
      numbered(i, idea),
      ...(idea.text.trim() === '' ? [] : [idea.text.trim()]),
    ]),
    ...LATER_PARTS.flatMap(part),
  ].join('\n\n')
}

/** Reads what bookFormText() writes. For other texts, bookFormText() of the result differs from the text. */
export function parseBookFormText(text: string): Text {
  const ideas: Idea[] = []
  const parts: Record<string, string> = {}
  let add: (line: string) => void = () => {}
  for (const line of text.split('\n')) {
    const part = PARTS.find(({ heading }) => heading === line)
    const heading = line.startsWith(`${ideas.length + 1}. `)
    if (part && parts[part.field] === undefined) {
      parts[part.field] = ''
      add = (more) => (parts[part.field] += `${more}\n`)
    } else if (heading && LATER_PARTS.every(({ field }) => parts[field] === undefined)) {
      const idea = { heading: line.slice(line.indexOf(' ') + 1), text: '' }
      ideas.push(idea)
      add = (more) => (idea.text += `${more}\n`)
    } else if (line !== CUT_LINE) add(line)
  }
  return trimmed({ ideas, parts })
}

export const ideaField = (i: number, field: 'heading' | 'text') => `idea-${i + 1}-${field}`

export function partName(field: string): string {
  const [, number] = /^idea-(\d+)-/.exec(field) ?? []
  return number ? `Idea ${number}` : (PARTS.find((part) => part.field === field)?.heading ?? field)
}

const RUNS_OVER =
  'A line here would start another part: a heading such as “Best For”, a numbered line, or the line of the cut. Change it, or use the file.'
const ENDS_FREE_PART = 'A line here starts with “4.” and would end the free part. Change it.'

/** Why the text of a form cannot be written to a file so that it is read as the same form. */
export function textProblems(form: Text): Record<string, string> {
  const problems: Record<string, string> = {}
  const isFree = (i: number) => i < FIRST_PAID_IDEA - 1
  const check = (field: string, before: string, written: string, endsFree: boolean) => {
    const text = written.trim()
    if (text === '') return
    const { sections } = parseSummary(`${before}\n\n${text}`, 'whole')
    const isOne = sections.length === 1 && sections[0]!.heading !== null
    if (!isOne || readablePart(text, 'whole').text !== text) problems[field] = RUNS_OVER
    else if (endsFree && /^[^\S\n\r\u2028\u2029]*4\./m.test(text)) problems[field] = ENDS_FREE_PART
  }
  const { ideas, parts } = form
  for (const { field, heading } of EARLIER_PARTS)
    check(field, heading, parts[field] ?? '', ideas.length >= FIRST_PAID_IDEA)
  for (const [i, { heading, text }] of ideas.entries()) {
    if (heading.trim() === '') problems[ideaField(i, 'heading')] = 'Please enter a heading.'
    if (text.trim() === '') problems[ideaField(i, 'text')] = 'Please write the idea.'
    check(ideaField(i, 'text'), '1. Idea', text, isFree(i) && ideas.length >= FIRST_PAID_IDEA)
  }
  for (const { field, heading } of LATER_PARTS) check(field, heading, parts[field] ?? '', false)
  if (Object.keys(problems).length === 0 && !isReadAsWritten(form)) {
    problems[''] =
      'The parts run into one another: a part must not begin or end with a numbered line.'
  }
  return problems
}

function isReadAsWritten(form: Text): boolean {
  const text = bookFormText(form)
  const has = ({ field }: BookFormPart) => (form.parts[field]?.trim() ?? '') !== ''
  const expected = [
    ...EARLIER_PARTS.filter(has).map(({ heading }) => heading),
    ...form.ideas.map((_, i) => i + 1),
    ...LATER_PARTS.filter(has).map(({ heading }) => heading),
  ]
  const seen = parseSummary(text, 'whole').sections.map(({ number, heading }) => number ?? heading)
  const free = parseSummary(text, 'free').sections.length
  const cut = expected.indexOf(FIRST_PAID_IDEA)
  return (
    JSON.stringify(seen) === JSON.stringify(expected) &&
    (cut < 0 || free === cut) &&
    JSON.stringify(parseBookFormText(text)) === JSON.stringify(trimmed(form))
  )
}

function trimmed({ ideas, parts }: Text): Text {
  return {
    ideas: ideas.map(({ heading, text }) => ({ heading: heading.trim(), text: text.trim() })),
    parts: Object.fromEntries(PARTS.map(({ field }) => [field, parts[field]?.trim() ?? ''])),
  }
}

export function bookFormDifferences(a: BookForm, b: BookForm): string[] {
  const ideas = Array.from({ length: Math.max(a.ideas.length, b.ideas.length) }, (_, i) => i)
  return [
    ...HEAD_FIELDS.filter((field) => a.head[field] !== b.head[field]).map((f) => HEAD_LABELS[f]),
    ...(a.locked === b.locked ? [] : ['Locked']),
    ...PARTS.filter(({ field }) => a.parts[field] !== b.parts[field]).map(({ heading }) => heading),
    ...ideas
      .filter((i) => JSON.stringify(a.ideas[i]) !== JSON.stringify(b.ideas[i]))
      .map((i) => `Idea ${i + 1}`),
  ]
}

export const HEAD_LABELS: Record<HeadField, string> = {
  title: 'Title',
  author: 'Author',
  year: 'Year (negative for BCE)',
  genre: 'Genre',
  blurb: 'Blurb',
  topics: 'Topics, separated by commas',
  publishedAt: 'Publication date, such as 2026-09-14 or 2026-09-14T08:00Z',
  edition: 'Edition that the quotations match, and where its text is',
  written: 'Written on, such as 2026-09-14',
  checked: 'Checked on, such as 2026-09-14',
  sources: 'Sources, one per line, such as “Consulted: …” or “Further reading: …”',
  answers: 'Questions this book answers, each on a line, as “Idea 3: …?”',
  questions: 'Questions, each as “Idea 3: …?” with its answer on the next line',
}
