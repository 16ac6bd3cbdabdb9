import { HEADINGS_AFTER_IDEAS, HEADINGS_BEFORE_IDEAS } from '../summary/parse.ts'

export interface LintFinding {
  /** The line in the file; the first is 1. */
  line: number
  rule: string
  /** What is wrong and how to fix it. */
  message: string
}

/** The sections of a summary, in their order. The ideas follow the Hook. */
export const SECTIONS = [...HEADINGS_BEFORE_IDEAS, 'Ideas', ...HEADINGS_AFTER_IDEAS] as const
export type SectionName = (typeof SECTIONS)[number]

/** A paragraph, item, or heading: one line of the file. */
export interface TextLine {
  line: number
  text: string
  kind: 'heading' | 'paragraph' | 'item' | 'cut'
  section: SectionName | null
  idea: number | null
}

const CUT = '[FREE CUT HERE]'

/**
 * The lines of a summary that are not empty, each with its section.
 * @param firstLine the line of the file on which the text starts
 */
export function textLines(text: string, firstLine: number): TextLine[] {
  let section: SectionName | null = null
  let idea: number | null = null
  return text.split('\n').flatMap((raw, i): TextLine[] => {
    const trimmed = raw.trim()
    if (trimmed === '') return []
    const line = firstLine + i
    const named = SECTIONS.find((name) => name === trimmed && name !== 'Ideas')
    const numbered = /^(\d+)\. (.+)$/.exec(trimmed)
    if (named) [section, idea] = [named, null]
    else if (numbered && (section === 'Hook' || section === 'Ideas')) {
      ;[section, idea] = ['Ideas', Number(numbered[1])]
      return [{ line, text: numbered[2]!, kind: 'heading', section, idea }]
    }
    const isItem = /^[-–—•] /.test(trimmed)
    const kind = named ? 'heading' : trimmed === CUT ? 'cut' : isItem ? 'item' : 'paragraph'
    return [{ line, text: isItem ? trimmed.slice(2) : trimmed, kind, section, idea }]
  })
}

/** The number of words. */
export const countWords = (text: string) =>
  text.match(/[\p{L}\p{N}$£½¼¾’'.,-]+/gu)?.filter((word) => /[\p{L}\p{N}]/u.test(word)).length ?? 0

/** Paragraphs and items; not headings. */
export const isText = ({ kind }: TextLine) => kind === 'paragraph' || kind === 'item'
