import { lineText, type Section, type Summary } from './parse.ts'

/** A paragraph or list item in a reading text. Offsets are UTF-16 units. */
export interface ReadingLine {
  section: string
  paragraph: number
  /** The index of a list item; null: a paragraph. */
  item: number | null
  start: number
  end: number
}

/** A summary as it is read: headings, paragraphs, and list items, one on each line of the text. */
export interface ReadingText {
  text: string
  /** In the order of the text. Headings are in the text but are not among the lines. */
  lines: ReadingLine[]
}

/** The text of a summary that highlights refer to. */
export function readingText({ sections }: Summary): ReadingText {
  const texts: string[] = []
  const lines: ReadingLine[] = []
  let at = 0
  const add = (text: string) => {
    texts.push(text)
    const start = at
    at += text.length + 1
    return { start, end: start + text.length }
  }
  for (const { id, heading, blocks } of sections) {
    if (heading !== null) add(heading)
    for (const [paragraph, block] of blocks.entries()) {
      if (block.kind === 'paragraph') {
        lines.push({ section: id, paragraph, item: null, ...add(lineText(block.line)) })
        continue
      }
      for (const [item, line] of block.items.entries()) {
        lines.push({ section: id, paragraph, item, ...add(lineText(line)) })
      }
    }
  }
  return { text: texts.join('\n'), lines }
}

export const sectionName = ({ heading, number }: Section): string =>
  heading === null ? 'Introduction' : number === null ? heading : `Idea ${number}: ${heading}`

/** How many characters two texts have in common at their beginning. */
export function commonLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return at
}
