import { escapeXml } from '../rules/xml.ts'
import { canDraw, outlineOf, positions } from './typeface.ts'
import { splitText, type Font, type CoverTextPiece, widthOf } from './split-text.ts'

/** What a text has to fit into, and how. */
interface TextOptions extends Font {
  readonly width: number
  readonly height: number
  /** Largest type size. */
  readonly max: number
  /** Distance between baselines as a fraction of the size. */
  readonly leading: number
  /** Enlarge each line to the full width, as on a poster. */
  readonly fullWidth?: boolean
  /** Running text: lines of even length matter more than breaks between phrases. */
  readonly isProse?: boolean
}

/** One line; the baseline is measured from the top of the first line's capitals. */
export interface CoverLine {
  readonly text: string
  readonly size: number
  readonly baseline: number
}

/** A text in lines, sized to fit. */
export interface TextLayout {
  readonly options: TextOptions
  readonly lines: readonly CoverLine[]
  /** From the top of the capitals to the bottom of the last line, in pixels. */
  readonly height: number
}

/** Removes characters that XML forbids, collapses white space, and curls quotation marks. */
export function tidy(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zs}\s\uFEFF\uFFFE\uFFFF]+/gu, ' ')
    .replace(/(^|[\s([{])"/g, '$1“')
    .replace(/"/g, '”')
    .replace(/(^|[\s([{“])'/g, '$1‘')
    .replace(/'/g, '’')
    .trim()
}

/** Scores a line from 0 to 1: full lines are good, minor words at the end are not. */
function quality(
  pieces: readonly CoverTextPiece[],
  from: number,
  to: number,
  { fullness, isProse }: { fullness: number; isProse: boolean },
): number {
  if (isProse) return to === pieces.length ? 1 : 1 - 0.9 * (1 - fullness) ** 2
  let value = 1 - 0.2 * (1 - fullness) ** 2
  if (to < pieces.length && pieces[to - 1]?.isMinor)
    value *= to - from === 1 ? (from === 0 ? 0.86 : 0.6) : 0.84
  if (to < pieces.length && pieces[to]?.joiner === '') value *= 0.97
  return value
}

/** The pieces before `end`, broken into lines, and the score of these lines. */
interface LineBreaks {
  readonly end: number
  readonly score: number
  readonly before?: LineBreaks
}

/** The best way to break pieces into at most `maxLines` lines of a width in em. */
function breakLines(
  pieces: readonly CoverTextPiece[],
  width: number,
  maxLines: number,
  { space, isProse }: { space: number; isProse: boolean },
): LineBreaks | undefined {
  const count = pieces.length
  let front = new Map<number, LineBreaks>([[0, { end: 0, score: 1 }]])
  let best: LineBreaks | undefined
  for (let line = 0; line < maxLines && front.size > 0; line++) {
    const next = new Map<number, LineBreaks>()
    for (const [from, before] of front) {
      let used = 0
      for (let to = from + 1; to <= count; to++) {
        const piece = pieces[to - 1]
        if (!piece) break
        used += piece.width + (to - 1 > from && piece.joiner === ' ' ? space : 0)
        if (used > width + 0.0001) break
        const fullness = used / width
        const score = before.score * quality(pieces, from, to, { fullness, isProse }) * 0.985
        if (score > (next.get(to)?.score ?? 0)) next.set(to, { end: to, score, before })
      }
    }
    const done = next.get(count)
    if (done && done.score > (best?.score ?? 0)) best = done
    next.delete(count)
    front = next
  }
  return best
}

/** The text of each line. */
function linesOf(pieces: readonly CoverTextPiece[], breaks: LineBreaks): string[] {
  const lines: string[] = []
  for (let step = breaks; step.before; step = step.before)
    lines.unshift(joined(pieces, step.before.end, step.end))
  return lines
}

function joined(pieces: readonly CoverTextPiece[], from: number, to: number): string {
  return pieces
    .slice(from, to)
    .reduce((text, piece, i) => text + (i === 0 ? '' : piece.joiner) + piece.text, '')
}

/** Characters that reach below the baseline. */
const DESCENDING = /[^A-IK-PR-Z0-9a-fhik-or-xz .:!?’‘“”*–—-]/
/** Capitals with an accent. */
const ACCENTED_CAPITAL = /\p{Lu}\p{Mn}/u

/** Assumed metrics of system fonts, in em: enough for any script. */
const SYSTEM_FONT = { ascent: 0.95, descent: 0.3, leading: 1.12 } as const

/** Computes the baselines of lines that may differ in size. */
function stack(lines: readonly { text: string; size: number }[], options: TextOptions): TextLayout {
  const { cap, descent } = options.face
  let baseline = 0
  const placed = lines.map(({ text, size }, i) => {
    const previous = lines[i - 1]
    const accents = ACCENTED_CAPITAL.test(text.normalize('NFD')) ? 0.15 * size : 0
    const isForeign = !canDraw(options.face, text)
    baseline += accents
    if (!previous) baseline += size * (isForeign ? SYSTEM_FONT.ascent : cap / 1000)
    else if (isForeign) baseline += Math.max(previous.size, size) * SYSTEM_FONT.leading
    else if (options.fullWidth)
      baseline +=
        (size * cap) / 1000 +
        Math.max(previous.size, size) *
          (options.leading - cap / 1000) *
          (DESCENDING.test(previous.text) ? 2 : 1)
    else baseline += size * options.leading
    return { text, size, baseline }
  })
  const last = placed.at(-1)
  const depth = last && !canDraw(options.face, last.text) ? SYSTEM_FONT.descent : descent / 1000
  const below = last && DESCENDING.test(last.text) ? last.size * depth : 0
  return { options, lines: placed, height: baseline + below }
}

function tryLayout(
  text: string,
  options: TextOptions,
  limit: number,
): { layout: TextLayout; score: number } {
  const measured = canDraw(options.face, text)
  const space = widthOf(' ', options, measured) + (2 * options.tracking) / 1000
  const pieces = splitText(text, limit, options, measured)
  const widest = Math.max(0.01, ...pieces.map((piece) => piece.width))
  let size = Math.min(options.max, options.width / widest)
  let best: { layout: TextLayout; score: number } | undefined
  let worse = 0
  const total = pieces.reduce((sum, piece) => sum + piece.width, 0)
  while (size > 6 && worse < 10) {
    const maxLines = Math.max(1, Math.floor((options.height / size - 0.7) / options.leading + 1))
    const breaks =
      (total * size) / options.width <= maxLines &&
      breakLines(pieces, options.width / size, maxLines, {
        space,
        isProse: options.isProse ?? false,
      })
    if (breaks) {
      const layout = stack(
        linesOf(pieces, breaks).map((line) => ({
          text: line,
          size: enlarged(line, size, options, measured),
        })),
        options,
      )
      if (layout.height <= options.height) {
        const score = size * breaks.score
        if (score > (best?.score ?? 0)) best = { layout, score }
        else worse += 1
      }
    }
    size *= 0.96
  }
  if (best) return best
  const fitting = Math.min(6, options.width / Math.max(1, widthOf(text, options, measured)))
  return { layout: stack([{ text, size: fitting }], options), score: 0 }
}

/** The size of a line; on a poster it grows to the full width, within limits. */
function enlarged(line: string, size: number, options: TextOptions, measured: boolean): number {
  if (!options.fullWidth) return size
  return Math.max(
    size,
    Math.min(
      size * 2.1,
      options.max * 1.5,
      options.width / Math.max(0.01, widthOf(line, options, measured)),
    ),
  )
}

/** Lays out a text as large as it fits, in balanced lines that do not end in minor words. */
export function layOutText(text: string, options: TextOptions): TextLayout {
  const split = tryLayout(text, options, 17)
  if (!text.split(' ').some((word) => word.length > 17)) return split.layout
  const whole = tryLayout(text, options, 30)
  return whole.score > split.score * 0.85 ? whole.layout : split.layout
}

/** Outlines of the letters used so far, by id; each is written once and referenced. */
export type Letters = Map<string, string>

/** Draws a layout with the top of its capitals at y; x is its left edge, or its center. */
export function drawText(
  layout: TextLayout,
  at: { x: number; y: number; centered: boolean; color: string },
  letters: Letters,
): string {
  const { face, tracking } = layout.options
  const round = (value: number): number => Math.round(value * 10) / 10
  const drawn = layout.lines.map(({ text: line, size, baseline }) => {
    const y = round(at.y + baseline)
    const scale = Math.floor(size * 100) / 100000
    if (!canDraw(face, line)) {
      return `<text x="${round(at.x)}" y="${y}" font-size="${round(size)}"${at.centered ? ' text-anchor="middle"' : ''} ${face.fallback}>${escapeXml(line)}</text>`
    }
    const places = positions(face, line, tracking)
    const shift = at.centered ? ((places.at(-1) ?? 0) * scale) / 2 : 0
    const uses = [...line].map((character, j) => {
      if (character.trim() === '') return ''
      const id = `${face.id}${character.codePointAt(0)?.toString(36) ?? ''}`
      letters.set(id, outlineOf(face, character))
      const x = Math.round(places[j] ?? 0)
      return `<use href="#${id}"${x === 0 ? '' : ` x="${x}"`}/>`
    })
    return `<g transform="translate(${round(at.x - shift)} ${y})scale(${scale})">${uses.join('')}</g>`
  })
  return `<g fill="${at.color}">${drawn.join('')}</g>`
}

/** The SVG definitions of all letters used. */
export function defineLetters(letters: Letters): string {
  return `<defs>${Array.from(letters, ([id, outline]) => `<path id="${id}" d="${outline}"/>`).join('')}</defs>`
}
