import { readerDate } from '../../../accounts/rules/reader-date.ts'
import { HIGHLIGHT_COLOR_LABELS, type Highlight, LINE_BREAKS } from './highlight.ts'

export interface MarkdownBook {
  title: string
  author: string
  /** The absolute address of the summary; null: readers can no longer open it. */
  address: string | null
}

type ExportedNote = Pick<Highlight, 'id' | 'color' | 'text' | 'exact' | 'isOutdated' | 'createdAt'>

/**
 * The beginning of a Markdown file about a book. Each property is one line with one value: Logseq ignores
 * a front matter with lists, so tags are only in the text, where Obsidian and Logseq find them, too.
 * @param notes `first` and `last`: their days by the reader's clock, such as "2026-11-23"
 */
export function markdownHead(
  { title, author, address }: MarkdownBook,
  notes: { count: number; first: string; last: string },
): string {
  const properties = {
    title: yamlText(title),
    author: yamlText(author),
    ...(address !== null && { url: address }),
    highlights: `${notes.count}`,
    created: notes.first,
    updated: notes.last,
  }
  const lines = Object.entries(properties).map(([name, value]) => `${name}: ${value}\n`)
  const summary = address === null ? '' : ` · [Summary on Readr](${address})`
  return `---\n${lines.join('')}---\n\n# ${escaped(title)}\n\n${escaped(author)}${summary}\n`
}

/**
 * A highlight: the quote, the reader's note as they typed it, and a line with color, date, and link.
 * @param timeZone the reader's; null: unknown
 */
export function markdownHighlight(
  note: ExportedNote,
  address: string | null,
  timeZone: string | null,
): string {
  const quote = note.exact.trim().split(LINE_BREAKS)
  const facts = [
    HIGHLIGHT_COLOR_LABELS[note.color],
    readerDate(note.createdAt, timeZone),
    note.isOutdated && 'from an earlier version',
    !note.isOutdated && address !== null && `[Open in Readr](${address}#note-${note.id})`,
  ].filter(Boolean)
  const parts = [
    quote.map((line) => `> ${escaped(line)}`).join('\n>\n'),
    ...(note.text.trim() === '' ? [] : [withoutMarkup(note.text.trim())]),
    `*${facts.join(' · ')}*`,
    '---\n',
  ]
  return `\n${parts.join('\n\n')}`
}

/** Text from a book, so that nothing in it has a meaning in Markdown. */
function escaped(line: string): string {
  return line
    .replace(/[\\`*_<>#$~]|==|%%|\]\(/g, (sign) =>
      sign === '](' ? ']\\(' : [...sign].map((one) => `\\${one}`).join(''),
    )
    .replace(/^(\s*)([-+]|\d+(?=[.)]\s))/, (_, space, sign) =>
      /\d/.test(sign) ? `${space}${sign}\\` : `${space}\\${sign}`,
    )
}

/** A reader's note may have Markdown, but no HTML. Line breaks stay. */
function withoutMarkup(text: string): string {
  return text.replace(/</g, '\\<').replace(/\r?\n|\r/g, '\n')
}

/** YAML takes these words and numbers for something else than text. */
const NOT_TEXT = /^(?:true|false|yes|no|on|off|null|[\d.,:_a-fox tz+-]*)$/i

/** Plain where possible, because Logseq shows the quotation marks. */
function yamlText(text: string): string {
  const line = text.replace(/[\p{Cc}\s\u2028\u2029]+/gu, ' ').trim()
  const isPlain = /^[\p{L}\p{N}(“‘]/u.test(line) && !/: |:$| #/.test(line) && !NOT_TEXT.test(line)
  return isPlain ? line : JSON.stringify(line)
}
