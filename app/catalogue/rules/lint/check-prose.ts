import { sentencesOf } from '../summary/sentences.ts'
import { countWords, type LintFinding, isText, type TextLine } from './text-lines.ts'

/** A paragraph that ends in a sentence of this many words or fewer ends in an aphorism. */
const SHORT_ENDING_WORDS = 11
const SHORT_ENDINGS_PER_1000_WORDS = 2

/** A phrase and how often a summary may use it. */
const LIMITED: { rule: string; pattern: RegExp; most: number; advice: string }[] = [
  {
    rule: 'point survives',
    pattern:
      /\b(?:points?|methods?|arguments?|lessons?|ideas?|claims?) (?:still )?(?:survives?|stands?|holds? up)\b/i,
    most: 1,
    advice: 'say what is dated in Where It Stands Today instead',
  },
  {
    rule: 'superlative',
    pattern:
      /\b(?:most|greatest|finest|best|strangest|longest|shortest|funniest|saddest|loveliest|famous(?:est)?|boldest|harshest|sharpest|\w{4,}est)\b(?: [\w’-]+){0,3} (?:passages?|sentences?|lines?|pages?|paragraphs?|chapters?|scenes?|books?|letters?|essays?)\b/i,
    most: 2,
    advice: 'let the passage show it',
  },
  {
    rule: 'reporting verb',
    pattern: /\b(?:he|she) says\b/i,
    most: 3,
    advice: 'state the claim with its reference',
  },
]

const POSITION_OPENING =
  /^(?:The|His|Her|Its) (?:longest|shortest|opening|first|second|third|fourth|fifth|next|last|final|central|middle) (?:chapter|book|part|letter|essay|section|dialogue|discourse|volume)\b/

const WRONG_EXPECTATION =
  /\b(?:have (?:this|the) book wrong|(?:people|readers|you) (?:often |usually )?(?:think|assume|expect|remember|imagine)\b|than (?:its|his|her) reputation|not what you (?:think|expect))/i

/** Checks the habits of the prose that a program can count. */
export function checkProse(lines: TextLine[]): LintFinding[] {
  return [
    ...checkEndings(lines),
    ...LIMITED.flatMap((limit) => checkLimit(lines, limit)),
    ...checkOpenings(lines),
    ...checkExpectations(lines),
    ...checkNames(lines),
  ]
}

function checkEndings(lines: TextLine[]): LintFinding[] {
  const paragraphs = lines.filter(
    ({ kind, section }) => kind === 'paragraph' && section !== 'Key Passages',
  )
  const words = lines.filter(isText).reduce((sum, { text }) => sum + countWords(text), 0)
  const short = paragraphs.filter(({ text }) => {
    const sentences = sentencesOf(text)
    return sentences.length > 1 && countWords(sentences.at(-1)!.text) <= SHORT_ENDING_WORDS
  })
  const most = Math.floor((words / 1000) * SHORT_ENDINGS_PER_1000_WORDS)
  return short.slice(most).map(({ line }) => ({
    line,
    rule: 'short ending',
    message: `${short.length} paragraphs end in a sentence of at most ${SHORT_ENDING_WORDS} words, at most ${most} may: join it to the sentence before, or cut it`,
  }))
}

function checkLimit(
  lines: TextLine[],
  { rule, pattern, most, advice }: (typeof LIMITED)[number],
): LintFinding[] {
  const found = lines.filter(isText).flatMap(({ line, text }) =>
    [...text.replace(/“[^“”]*”/g, '').matchAll(new RegExp(pattern, 'gi'))].map((match) => ({
      line,
      phrase: match[0],
    })),
  )
  return found.slice(most).map(({ line, phrase }) => ({
    line,
    rule,
    message: `"${phrase}": ${found.length} of this kind, at most ${most} may be; ${advice}`,
  }))
}

function checkOpenings(lines: TextLine[]): LintFinding[] {
  return lines
    .filter(({ kind }, i) => kind === 'paragraph' && lines[i - 1]?.kind === 'heading')
    .filter(({ idea, text }) => idea !== null && POSITION_OPENING.test(text))
    .map(({ line }) => ({
      line,
      rule: 'claim first',
      message:
        'the idea opens by naming a place in the book: state its claim in the first two sentences',
    }))
}

function checkExpectations(lines: TextLine[]): LintFinding[] {
  return lines
    .filter(
      ({ section, text }) =>
        (section === 'Hook' || section === 'Best For') && WRONG_EXPECTATION.test(text),
    )
    .map(({ line }) => ({
      line,
      rule: 'expectation',
      message: 'say what the book is, not what readers wrongly expect',
    }))
}

/** Each is compared with all others; a summary names far fewer people and places. */
const MAX_NAMES = 500

/** Names that differ in one letter: one of them is probably misspelled. */
function checkNames(lines: TextLine[]): LintFinding[] {
  const first = new Map<string, number>()
  for (const { line, text } of lines.filter(isText)) {
    for (const [name] of text.matchAll(/(?<=[\p{Ll},;] )\p{Lu}\p{Ll}{5,}/gu)) {
      if (!first.has(name)) first.set(name, line)
    }
  }
  const names = [...first.keys()].slice(0, MAX_NAMES)
  return names.flatMap((name, i) =>
    names.slice(i + 1).flatMap((other) =>
      differInOneLetter(name, other)
        ? [
            {
              line: first.get(other)!,
              rule: 'name',
              message: `"${name}" and "${other}": use one spelling`,
            },
          ]
        : [],
    ),
  )
}

/** Whether two words of equal length differ in one letter, or one has one letter more inside. */
export function differInOneLetter(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  const rest = long.length - short.length
  const same = short.slice(start + 1 - rest) === long.slice(start + 1)
  // One more letter at the end is a plural or an adjective: "Roman", "Romans".
  return same && !(rest === 1 && start === short.length)
}
