/** How much of a text a reader may see: up to the cut, or all of it. */
export type Extent = 'free' | 'whole'

/** A paragraph or list item; the label is the part before its first colon, if any. */
export interface Line {
  label: string | null
  text: string
}

export type Block =
  | { kind: 'paragraph'; line: Line }
  | { kind: 'list'; ordered: boolean; start: number; items: Line[] }

export interface Section {
  /** Unique within the summary; used as the fragment of its address. */
  id: string
  kind: 'intro' | 'special' | 'idea'
  /** The number of an idea as written; null for other sections. */
  number: number | null
  heading: string | null
  blocks: Block[]
}

export interface Summary {
  sections: Section[]
  cut: boolean
}

export const HEADINGS_BEFORE_IDEAS = ['In One Page', 'Hook'] as const
export const HEADINGS_AFTER_IDEAS = [
  'Signature Example',
  'Where It Stands Today',
  'How to Apply It',
  'Key Passages',
  'Chapter Map',
  'Readr Takeaways',
  'Best For',
  'Read Next',
] as const
export const SPECIAL_HEADINGS = [...HEADINGS_BEFORE_IDEAS, ...HEADINGS_AFTER_IDEAS] as const

const MARKER = /^\s*\[FREE CUT HERE\]\s*$/i
/** The first line that needs full access. */
const FIRST_PAID_LINE = /^\s*4\./

const isMarker = (line: string) => MARKER.test(line)
const linesOf = (text: string) => text.split(/\r\n|\r|\n|\u2028|\u2029/)
const SPECIAL = new Map(SPECIAL_HEADINGS.map((heading) => [heading.toLowerCase(), heading]))
const specialHeading = (line: string) => SPECIAL.get(line.trim().replace(/:$/, '').toLowerCase())

/**
 * The part of a text that may be shown, without the marker line: for `free`, up to the first line
 * that starts with `4.`, else up to the marker, else the first third of the paragraphs (rounded
 * down, but at least one if there are two or more).
 */
export function readablePart(text: string, extent: Extent): { text: string; cut: boolean } {
  const lines = linesOf(text)
  const end = extent === 'whole' ? lines.length : cutIndex(lines)
  const shown = lines.slice(0, end).filter((line) => !isMarker(line))
  const hidden = lines.slice(end).some((line) => line.trim() !== '' && !isMarker(line))
  return { text: shown.join('\n').trim(), cut: hidden }
}

function cutIndex(lines: string[]): number {
  const paid = lines.findIndex((line) => FIRST_PAID_LINE.test(line))
  if (paid >= 0) return paid
  const marker = lines.findIndex(isMarker)
  if (marker >= 0) return marker
  const starts = lines.flatMap((line, i) =>
    line.trim() !== '' && (i === 0 || lines[i - 1]?.trim() === '') ? [i] : [],
  )
  if (starts.length < 2) return 0
  return starts[Math.max(1, Math.floor(starts.length / 3))]!
}

/**
 * Parses a text into sections. The result contains nothing from after the cut.
 * Never throws: lines without a special meaning are paragraphs.
 */
export function parseSummary(source: string, extent: Extent): Summary {
  const { text, cut } = readablePart(source, extent)
  const sections: Section[] = []
  const ids = new Map<string, number>()
  let section: Section | undefined
  let paragraph: string[] = []

  const open = (kind: Section['kind'], heading: string | null, number: number | null) => {
    close()
    section = { id: uniqueId(heading ?? 'start', number, ids), kind, number, heading, blocks: [] }
    sections.push(section)
  }
  const current = () => {
    if (!section) open('intro', null, null)
    return section!
  }
  const close = () => {
    if (paragraph.length === 0) return
    const line = paragraph.join(' ')
    paragraph = []
    current().blocks.push({ kind: 'paragraph', line: labelled(line, PARAGRAPH_LABEL) })
  }
  const item = (ordered: boolean, start: number, text: string) => {
    close()
    const { blocks } = current()
    const last = blocks.at(-1)
    const line = labelled(text, ITEM_LABEL)
    if (last?.kind === 'list' && last.ordered === ordered) last.items.push(line)
    else blocks.push({ kind: 'list', ordered, start, items: [line] })
  }

  const lines = linesOf(text).map((line) => line.trim())
  const headings = numberedHeadings(lines)
  for (const [i, line] of lines.entries()) {
    const special = specialHeading(line)
    const numbered = NUMBERED_LINE.exec(line)
    const dashed = /^[-–—•]\s+(\S.*)$/.exec(line)
    if (line === '') close()
    else if (special) open('special', special, null)
    else if (numbered && headings.has(i) && hasIdeas(section)) {
      const { label, text } = labelled(numbered[2]!, ITEM_LABEL)
      open('idea', label ?? text, Number(numbered[1]))
      if (label) paragraph.push(text)
      close()
    } else if (numbered) item(true, Number(numbered[1]), numbered[2]!)
    else if (dashed) item(false, 1, dashed[1]!)
    else paragraph.push(line)
  }
  close()
  return { sections, cut }
}

const NUMBERED_LINE = /^(\d{1,4})\.\s+(\S.*)$/

/**
 * The indexes of the numbered lines that text follows: they are headings. Numbered lines that directly
 * follow one another are a plain list.
 */
function numberedHeadings(lines: string[]): Set<number> {
  const written = lines.flatMap((line, i) => (line === '' ? [] : [i]))
  const isNumbered = (i: number | undefined) => i !== undefined && NUMBERED_LINE.test(lines[i]!)
  return new Set(
    written.filter((i, at) => {
      const next = written[at + 1]
      return (
        isNumbered(i) &&
        next !== undefined &&
        ![written[at - 1], next].some(isNumbered) &&
        !specialHeading(lines[next]!)
      )
    }),
  )
}

function hasIdeas(section: Section | undefined): boolean {
  if (!section || section.kind !== 'special') return true
  return HEADINGS_BEFORE_IDEAS.some((heading) => heading === section.heading)
}

/** In a list, a label may be a phrase; in a paragraph, up to four words. */
const ITEM_LABEL = /^([^:.!?]{1,70}):\s+(\S.*)$/
const PARAGRAPH_LABEL = /^((?:[^\s:.!?,;]+\s){0,3}[^\s:.!?,;]+):\s+(\S.*)$/

function labelled(line: string, pattern: RegExp): Line {
  const match = line.length < 20_000 ? pattern.exec(line) : null
  return match ? { label: match[1]!.trim(), text: match[2]! } : { label: null, text: line }
}

/** @param taken the ids, and for each of them the last number that was added to it */
function uniqueId(heading: string, number: number | null, taken: Map<string, number>): string {
  const words = heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  const base = number === null ? words || 'part' : `idea-${number}`
  let id = base
  let last = taken.get(base) ?? 1
  while (taken.has(id)) id = `${base}-${++last}`
  taken.set(base, last)
  taken.set(id, taken.get(id) ?? 1)
  return id
}

/** A line as it was written. */
export const lineText = ({ label, text }: Line) => (label === null ? text : `${label}: ${text}`)

export const linesIn = ({ blocks }: Section): Line[] =>
  blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.line] : block.items))

/** A paragraph or list, by the id of its section and its number there; 0 is right after the heading. */
export interface ParagraphPlace {
  section: string
  paragraph: number
}

/** Where a text continues after its free part. */
export function placeAfterFreePart(text: string): ParagraphPlace {
  const { sections: free } = parseSummary(text, 'free')
  const { sections } = parseSummary(text, 'whole')
  const next = sections[free.length]
  const section = sections[free.length - 1]
  const shown = free.at(-1)?.blocks ?? []
  if (!section) return { section: next?.id ?? 'start', paragraph: 0 }
  const [last, same] = [shown.at(-1), section.blocks[shown.length - 1]]
  const growsList =
    last?.kind === 'list' && same?.kind === 'list' && last.items.length < same.items.length
  if (!growsList && section.blocks.length > shown.length) {
    return { section: section.id, paragraph: shown.length }
  }
  if (!growsList && next) return { section: next.id, paragraph: 0 }
  return { section: section.id, paragraph: Math.max(0, shown.length - 1) }
}

/** Formats a summary as text that parseSummary() can read. */
export function summaryText({ sections }: Summary): string {
  return sections
    .flatMap(({ kind, heading, number, blocks }) => [
      ...(heading === null ? [] : [kind === 'idea' ? `${number}. ${heading}` : heading]),
      ...blocks.map((block) =>
        block.kind === 'paragraph'
          ? lineText(block.line)
          : block.items
              .map((line, i) => `${block.ordered ? `${block.start + i}.` : '-'} ${lineText(line)}`)
              .join('\n'),
      ),
    ])
    .join('\n\n')
}
