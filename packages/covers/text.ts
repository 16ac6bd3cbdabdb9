import { type Drawing, tenth, toSvg } from './drawing.ts'
import { breakLines, splitText } from './lines.ts'
import { canDraw, type Face, outlineOf, positions, sans, serif, widthOf } from './typeface.ts'

interface TextOptions {
  face: Face
  /** Added after each letter, in thousandths of an em. */
  tracking: number
  width: number
  height: number
  /** Largest type size. */
  max: number
  /** Distance between baselines as a fraction of the size. */
  leading: number
  /** Enlarge each line to the full width. */
  isPoster?: boolean
  /** Running text: lines of even length matter more than breaks between phrases. */
  isProse?: boolean
}

export interface TextLayout {
  options: TextOptions
  /** The baselines are measured from the top of the first line's capitals. */
  lines: { text: string; size: number; baseline: number }[]
  /** From the top of the capitals to the bottom of the last line, in pixels. */
  height: number
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

const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`)

/** Characters that reach below the baseline. */
const DESCENDING = /[^A-IK-PR-Z0-9a-fhik-or-xz .:!?’‘“”*–—-]/
const ACCENTED_CAPITAL = /\p{Lu}\p{Mn}/u
/** Assumed metrics of system fonts, in em: enough for any script. */
const SYSTEM_FONT = { ascent: 0.95, descent: 0.3, leading: 1.12 } as const

function stack(lines: { text: string; size: number }[], options: TextOptions): TextLayout {
  const { face, leading, isPoster } = options
  const cap = face.cap / 1000
  let baseline = 0
  let depth = 0
  let previous: { text: string; size: number } | undefined
  const placed = lines.map(({ text, size }) => {
    const isForeign = !canDraw(face, text)
    const larger = Math.max(previous?.size ?? 0, size)
    if (ACCENTED_CAPITAL.test(text.normalize('NFD'))) baseline += 0.15 * size
    if (!previous) baseline += size * (isForeign ? SYSTEM_FONT.ascent : cap)
    else if (isForeign) baseline += larger * SYSTEM_FONT.leading
    else if (isPoster)
      baseline += size * cap + larger * (leading - cap) * (DESCENDING.test(previous.text) ? 2 : 1)
    else baseline += size * leading
    const descent = isForeign ? SYSTEM_FONT.descent : face.descent / 1000
    depth = DESCENDING.test(text) ? size * descent : 0
    previous = { text, size }
    return { text, size, baseline }
  })
  return { options, lines: placed, height: baseline + depth }
}

interface Attempt {
  layout: TextLayout
  score: number
}

function tryLayout(text: string, options: TextOptions, limit: number): Attempt {
  const { face, tracking, width, height, max, leading, isPoster, isProse = false } = options
  const isDrawn = canDraw(face, text)
  const measure = (part: string) => widthOf(part, face, tracking, isDrawn)
  const space = measure(' ') + (2 * tracking) / 1000
  const pieces = splitText(text, limit, face, tracking)
  const total = pieces.reduce((sum, piece) => sum + piece.width, 0)
  const enlarged = (line: string, size: number) =>
    isPoster
      ? Math.max(size, Math.min(size * 2.1, max * 1.5, width / Math.max(0.01, measure(line))))
      : size
  let size = Math.min(max, width / Math.max(0.01, ...pieces.map((piece) => piece.width)))
  let best: Attempt | undefined
  for (let worse = 0; size > 6 && worse < 10; size *= 0.96) {
    const maxLines = Math.max(1, Math.floor((height / size - 0.7) / leading + 1))
    if ((total * size) / width > maxLines) continue
    const breaks = breakLines(pieces, { width: width / size, space, maxLines, isProse })
    if (!breaks) continue
    const lines = breaks.lines.map((line) => ({ text: line, size: enlarged(line, size) }))
    const layout = stack(lines, options)
    if (layout.height > height) continue
    const score = size * breaks.score
    if (score > (best?.score ?? 0)) best = { layout, score }
    else worse += 1
  }
  if (best) return best
  const fitting = Math.min(6, width / Math.max(1, measure(text)))
  return { layout: stack([{ text, size: fitting }], options), score: 0 }
}

/** Lays out a text as large as it fits, in balanced lines that do not end in minor words. */
export function layOutText(text: string, options: TextOptions): TextLayout {
  const split = tryLayout(text, options, 17)
  if (!text.split(' ').some((word) => word.length > 17)) return split.layout
  const whole = tryLayout(text, options, 30)
  return whole.score > split.score * 0.85 ? whole.layout : split.layout
}

/** Where a text is drawn: its left edge or its center, and the top of its capitals. */
export interface TextPlace {
  x: number
  y: number
  isCentered?: boolean
  color: string
}

/** Draws a layout. Its letters refer to outlines that svgDocument() adds. */
export function drawText({ options, lines }: TextLayout, at: TextPlace): Drawing {
  const { face, tracking } = options
  const drawn = lines.map(({ text, size, baseline }) => {
    const y = tenth(at.y + baseline)
    if (!canDraw(face, text)) {
      return `<text x="${tenth(at.x)}" y="${y}" font-size="${tenth(size)}"${at.isCentered ? ' text-anchor="middle"' : ''} ${face.fallback}>${escaped(text)}</text>`
    }
    const places = positions(face, text, tracking)
    const scale = Math.floor(size * 100) / 100000
    const shift = at.isCentered ? ((places.at(-1) ?? 0) * scale) / 2 : 0
    const uses = [...text].map((character, i) => {
      const x = Math.round(places[i] ?? 0)
      const id = face.id + (character.codePointAt(0) ?? 0).toString(36)
      return character.trim() !== '' && `<use href="#${id}"${x === 0 ? '' : ` x="${x}"`}/>`
    })
    return [`<g transform="translate(${tenth(at.x - shift)} ${y})scale(${scale})">`, uses, '</g>']
  })
  return [`<g fill="${at.color}">`, drawn, '</g>']
}

/** A complete SVG document, with the outline of each letter once. */
export function svgDocument(width: number, height: number, title: string, body: Drawing): string {
  const svg = toSvg(body)
  const uses = new Set(Array.from(svg.matchAll(/<use href="#(\w+)"/g), ([, id]) => id!))
  const outlines = [...uses].map((id) => {
    const character = String.fromCodePoint(Number.parseInt(id.slice(1), 36))
    return `<path id="${id}" d="${outlineOf(id.startsWith(serif.id) ? serif : sans, character)}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"><title>${escaped(title)}</title><defs>${outlines.join('')}</defs>${svg}</svg>`
}
