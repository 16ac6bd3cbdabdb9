import {
  countWords,
  type LintFinding,
  isText,
  type SectionName,
  SECTIONS,
  type TextLine,
} from './text-lines.ts'

/** How many words, ideas, and items a summary has (docs/catalogue.md). */
const WORDS = { min: 2700, max: 4400 }
const IDEAS = { min: 5, max: 10 }
const ONE_PAGE_WORDS = { min: 200, max: 300 }
const CLAIMS = 5
const PASSAGES = 5
const NEXT_BOOKS = { min: 2, max: 3 }

/** The sections that books of others may lack. */
const OPTIONAL: readonly SectionName[] = [
  'In One Page',
  'Where It Stands Today',
  'Key Passages',
  'Chapter Map',
  'Read Next',
]

/**
 * Checks which sections a summary has, in which order, how long they are, and the form of their items.
 * @param mayLack optional sections may be missing
 */
export function checkForm(
  lines: TextLine[],
  { isFiction, mayLack }: { isFiction: boolean; mayLack: boolean },
): LintFinding[] {
  const found = new Set(lines.flatMap(({ section }) => section ?? []))
  const isExpected = (name: SectionName) => found.has(name) || !mayLack || !OPTIONAL.includes(name)
  return [
    ...checkSections(lines, [...found], isExpected),
    ...checkLengths(lines, isExpected),
    ...checkCut(lines),
    ...checkSteps(lines, isFiction),
    ...(isExpected('Key Passages') ? checkPassages(lines) : []),
    ...checkMap(lines),
  ]
}

const inSection = (lines: TextLine[], name: SectionName) =>
  lines.filter(({ section, kind }) => section === name && kind !== 'heading' && kind !== 'cut')

const startOf = (lines: TextLine[], name: SectionName) =>
  lines.find(({ section }) => section === name)?.line ?? lines[0]?.line ?? 1

function checkSections(
  lines: TextLine[],
  found: SectionName[],
  isExpected: (name: SectionName) => boolean,
): LintFinding[] {
  const findings: LintFinding[] = []
  for (const name of SECTIONS) {
    if (!found.includes(name) && isExpected(name)) {
      const message = `the section "${name}" is missing: add a line "${name}" and its text`
      findings.push({ line: startOf(lines, name), rule: 'sections', message })
    }
  }
  const ordered = SECTIONS.filter((name) => found.includes(name))
  const wrong = ordered.find((name, i) => name !== found[i])
  if (wrong) {
    const message = `"${wrong}" is in the wrong place: the order is ${SECTIONS.join(', ')}`
    findings.push({ line: startOf(lines, wrong), rule: 'sections', message })
  }
  const stray = lines.find(({ section }) => section === null)
  if (stray) {
    const message = 'text before the first section: start with the line "In One Page"'
    findings.push({ line: stray.line, rule: 'sections', message })
  }
  return findings
}

function outside(
  count: number,
  { min, max }: { min: number; max: number },
  what: string,
  line: number,
): LintFinding[] {
  if (count >= min && count <= max) return []
  const range = min === max ? `exactly ${min}` : `${min} to ${max}`
  const advice = count < min ? 'add to it' : 'shorten it'
  return [{ line, rule: 'length', message: `${what}: ${count}, must be ${range}; ${advice}` }]
}

function checkLengths(
  lines: TextLine[],
  isExpected: (name: SectionName) => boolean,
): LintFinding[] {
  const words = lines.filter(isText).reduce((sum, { text }) => sum + countWords(text), 0)
  const ideas = lines.filter(({ kind, idea }) => kind === 'heading' && idea !== null)
  const page = inSection(lines, 'In One Page')
  const pageWords = page.reduce((sum, { text }) => sum + countWords(text), 0)
  const claims = page.filter(({ kind }) => kind === 'item').length
  const next = inSection(lines, 'Read Next').filter(({ kind }) => kind === 'item').length
  const misnumbered = ideas.find(({ idea }, i) => idea !== i + 1)
  return [
    ...outside(words, WORDS, 'words', lines[0]?.line ?? 1),
    ...outside(ideas.length, IDEAS, 'ideas', startOf(lines, 'Ideas')),
    ...(isExpected('In One Page')
      ? [
          ...outside(
            pageWords,
            ONE_PAGE_WORDS,
            'words in In One Page',
            startOf(lines, 'In One Page'),
          ),
          ...outside(
            claims,
            { min: CLAIMS, max: CLAIMS },
            'claims (lines with "- ")',
            startOf(lines, 'In One Page'),
          ),
        ]
      : []),
    ...(isExpected('Read Next')
      ? outside(next, NEXT_BOOKS, 'books to read next', startOf(lines, 'Read Next'))
      : []),
    ...(misnumbered
      ? [{ line: misnumbered.line, rule: 'sections', message: 'number the ideas 1, 2, 3 …' }]
      : []),
  ]
}

function checkCut(lines: TextLine[]): LintFinding[] {
  const cuts = lines.filter(({ kind }) => kind === 'cut')
  const fourth = lines.findIndex(({ kind, idea }) => kind === 'heading' && idea === 4)
  if (cuts.length === 1 && lines[fourth - 1] === cuts[0]) return []
  const line = cuts[0]?.line ?? startOf(lines, 'Ideas')
  return [
    {
      line,
      rule: 'cut',
      message: 'put one line [FREE CUT HERE] right before the idea that starts with "4."',
    },
  ]
}

const STEP = /^[^:]+ \(ideas? \d+(?:(?:, | and )\d+)*, \d+ (?:minutes?|hours?)\): \S/
const QUESTION = /^[^:]+ \(ideas? \d+(?:(?:, | and )\d+)*\): \S/

/** Each step names its idea and its minutes; its occasion and result are for a reader to judge. */
function checkSteps(lines: TextLine[], isFiction: boolean): LintFinding[] {
  const form = isFiction ? QUESTION : STEP
  const example = isFiction
    ? '- Question (idea 2): …'
    : '- Name of the step (idea 2, 10 minutes): …'
  return inSection(lines, 'How to Apply It')
    .filter(({ text }) => !form.test(text))
    .map(({ line }) => ({ line, rule: 'step', message: `write the step as "${example}"` }))
}

function checkPassages(lines: TextLine[]): LintFinding[] {
  const given = inSection(lines, 'Key Passages')
  const isPassage = ({ text }: TextLine) => /^“.*” \([^()]+\)$/.test(text)
  const passages = given.filter(isPassage)
  const wrong = given.filter((line, i) => isPassage(line) !== (i % 2 === 0))
  return [
    ...outside(
      passages.length,
      { min: PASSAGES, max: PASSAGES },
      'passages',
      startOf(lines, 'Key Passages'),
    ),
    ...wrong.slice(0, 1).map(({ line }) => ({
      line,
      rule: 'passage',
      message: 'write each passage as “…” (reference), and its context as the next paragraph',
    })),
  ]
}

function checkMap(lines: TextLine[]): LintFinding[] {
  const map = inSection(lines, 'Chapter Map')
  if (map.length === 0) return []
  const ideas = lines.filter(({ kind, idea }) => kind === 'heading' && idea !== null)
  const listed = new Set(map.map(({ text }) => /^Idea (\d+): /.exec(text)?.[1]))
  const missing = ideas.filter(({ idea }) => !listed.has(`${idea}`))
  const line = startOf(lines, 'Chapter Map')
  return [
    ...missing.map(({ idea }) => ({
      line,
      rule: 'map',
      message: `add "- Idea ${idea}: …" with its chapters`,
    })),
    ...(map.some(({ text }) => text.startsWith('Left out: '))
      ? []
      : [{ line, rule: 'map', message: 'add "- Left out: …" with what the summary leaves out' }]),
  ]
}
