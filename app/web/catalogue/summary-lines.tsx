import { summaryPath } from '../../catalogue/rules/addresses.ts'
import {
  type Line,
  linesIn,
  lineText,
  type Section,
  type Summary,
} from '../../catalogue/rules/summary/parse.ts'
import { readingText } from '../../catalogue/rules/summary/reading-text.ts'
import {
  type PackedHighlights,
  type PageHighlight,
  unpackHighlights,
} from '../../reading/rules/highlights/changes.ts'
import { chooseSentencesPath } from '../../reading/rules/highlights/highlight.ts'
import { shownLines, type ShownPiece } from '../../reading/rules/highlights/highlighted-pieces.ts'
import { ReaderFragment, type ReaderValue } from '../ui/reader-fragment.tsx'
import { TextLink } from '../ui/controls.tsx'

export type NextBooks = Record<string, string>

/** The addresses of the items of a section's lists, by their label. */
export const linksIn = ({ heading }: Section, nextBooks: NextBooks | undefined) =>
  heading === 'Read Next' ? nextBooks : undefined

/** What a reader has highlighted in a line; null: nothing. */
type Pieces = ShownPiece[][] | null

export type Highlights = (line: Line) => {
  start: number
  /** null: for visitors, who hear the text. */
  own: {
    pieces: ReaderValue<Pieces>
    address: string
  } | null
}

/** Where each line is, for the player of a visitor. */
export function placesIn(summary: Summary): Highlights {
  const places = readingText(summary).lines
  const lines = summary.sections.flatMap((section) => linesIn(section))
  const starts = new Map(lines.map((line, i) => [line, places[i]!.start]))
  return (line) => ({ start: starts.get(line)!, own: null })
}

function partsOf(line: Line, links: NextBooks = {}): string[] {
  const { label, text } = line
  if (label === null) return [text]
  return links[label] === undefined ? [`${label}:`, ` ${text}`] : [label, ':', ` ${text}`]
}

export function highlightsIn(
  summary: Summary,
  nextBooks: NextBooks | undefined,
  notes: ReaderValue<PackedHighlights>,
  slug: string,
): Highlights {
  const places = readingText(summary).lines
  const all = summary.sections.flatMap((section) =>
    linesIn(section).map((line) => ({ line, parts: partsOf(line, linksIn(section, nextBooks)) })),
  )
  const lines = all.map(({ parts }, i) => {
    let at = places[i]!.start
    return { runs: parts.map(({ length }) => ({ start: at, end: (at += length) })) }
  })
  const indexes = new Map(all.map(({ line }, i) => [line, i]))
  // Once for all lines of a reader.
  const shown = new WeakMap<PageHighlight[], Pieces[]>()
  const piecesIn = (list: PageHighlight[]) => {
    const known = shown.get(list) ?? shownLines(lines, list)
    shown.set(list, known)
    return known
  }
  return (line) => {
    const index = indexes.get(line)!
    const { start } = places[index]!
    const pieces = notes.pick((packed) => piecesIn(unpackHighlights(packed))[index]!)
    return { start, own: { pieces, address: chooseSentencesPath(slug, start) } }
  }
}

interface LineProps {
  element: 'p' | 'li' | 'h3'
  line: Line
  links?: NextBooks | undefined
  highlights?: Highlights | undefined
  id?: string | undefined
  className?: string | undefined
}

export function LineIn({ element: Element, line, links, highlights, ...attributes }: LineProps) {
  const place = highlights?.(line)
  if (!place?.own) {
    return (
      <Element {...attributes} data-start={place?.start}>
        <LineText line={line} links={links} pieces={null} />
      </Element>
    )
  }
  const { start, own } = place
  return (
    <ReaderFragment value={own.pieces}>
      {(shown) => (
        // A script may have changed what is in the element: React replaces it as a whole.
        <Element key={JSON.stringify(shown)} {...attributes} data-start={start}>
          <LineText line={line} links={links} pieces={shown} />
          {/* Without text, so that the text of the element is that of the line. */}
          <a href={own.address} className="note-link" aria-label="Highlight in this paragraph" />
        </Element>
      )}
    </ReaderFragment>
  )
}

interface LineTextProps {
  line: Line
  links: NextBooks | undefined
  pieces: Pieces
}

function LineText({ line, links = {}, pieces }: LineTextProps) {
  const text = lineText(line)
  const start = pieces?.[0]?.[0]?.start ?? 0
  const parts = partsOf(line, links).map((part, i) =>
    pieces
      ? pieces[i]!.map((piece) => (
          <Piece
            key={piece.start}
            {...piece}
            text={text.slice(piece.start - start, piece.end - start)}
          />
        ))
      : part,
  )
  if (line.label === null) return parts
  const slug = links[line.label]
  return (
    <>
      <strong>
        {slug === undefined ? (
          parts[0]
        ) : (
          <>
            <TextLink href={summaryPath(slug)}>{parts[0]}</TextLink>
            {parts[1]}
          </>
        )}
      </strong>
      {parts.at(-1)}
    </>
  )
}

function Piece({ attributes, text }: ShownPiece & { text: string }) {
  if (!attributes) return text
  const { class: className, tabindex, ...others } = attributes
  return (
    <mark className={className} {...others} tabIndex={tabindex === undefined ? undefined : -1}>
      {text}
    </mark>
  )
}
