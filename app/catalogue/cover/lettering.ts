import { canDraw, outlineOf, positions } from './face.ts'
import { cutText, type Lettering, type Piece, widthOf } from './pieces.ts'

/** How a text is to be set. */
export interface Manner extends Lettering {
  readonly width: number
  readonly height: number
  /** Largest type size allowed. */
  readonly max: number
  /** Distance between baselines, as a part of the size. */
  readonly leading: number
  /** Whether each line is enlarged to the full width, as on a poster. */
  readonly full?: boolean
  /** Whether it is running text: even lines matter more than where the sense pauses. */
  readonly isProse?: boolean
}

/** One line of a setting; its baseline is this far below the top of the first line's capitals. */
export interface Line {
  readonly text: string
  readonly size: number
  readonly baseline: number
}

/** A text broken into lines and sized to fit. */
export interface Setting {
  readonly manner: Manner
  readonly lines: readonly Line[]
  /** From the top of the capitals to the foot of the last line, in pixels. */
  readonly height: number
}

/** Removes what XML forbids and tidies white space. */
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

/** Escapes a text for XML content and attributes. */
export function escapeXml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
}

/** How well a line reads, from 0 to 1: full lines are good, hanging little words are not. */
function quality(
  pieces: readonly Piece[],
  from: number,
  to: number,
  { fullness, isProse }: { fullness: number; isProse: boolean },
): number {
  if (isProse) return to === pieces.length ? 1 : 1 - 0.9 * (1 - fullness) ** 2
  let value = 1 - 0.2 * (1 - fullness) ** 2
  if (to < pieces.length && pieces[to - 1]?.little)
    value *= to - from === 1 ? (from === 0 ? 0.86 : 0.6) : 0.84
  if (to < pieces.length && pieces[to]?.joint === '') value *= 0.97
  return value
}

/** Pieces broken into lines up to an end, with how well that reads. */
interface Way {
  readonly end: number
  readonly score: number
  readonly before?: Way
}

/** The best way to break pieces into at most so many lines of a width in em. */
function breakLines(
  pieces: readonly Piece[],
  width: number,
  most: number,
  { space, isProse }: { space: number; isProse: boolean },
): Way | undefined {
  const count = pieces.length
  let front = new Map<number, Way>([[0, { end: 0, score: 1 }]])
  let best: Way | undefined
  for (let line = 0; line < most && front.size > 0; line++) {
    const next = new Map<number, Way>()
    for (const [from, before] of front) {
      let used = 0
      for (let to = from + 1; to <= count; to++) {
        const piece = pieces[to - 1]
        if (!piece) break
        used += piece.width + (to - 1 > from && piece.joint === ' ' ? space : 0)
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

/** The lines that a way of breaking makes. */
function linesOf(pieces: readonly Piece[], way: Way): string[] {
  const lines: string[] = []
  for (let step = way; step.before; step = step.before)
    lines.unshift(joined(pieces, step.before.end, step.end))
  return lines
}

function joined(pieces: readonly Piece[], from: number, to: number): string {
  return pieces
    .slice(from, to)
    .reduce((text, piece, i) => text + (i === 0 ? '' : piece.joint) + piece.text, '')
}

const DEEP = /[^A-IK-PR-Z0-9a-fhik-or-xz .:!?’‘“”*–—-]/
const HIGH = /\p{Lu}\p{Mn}/u

/** What system fonts are taken to measure, in em: room enough for any script. */
const FOREIGN = { ascent: 0.95, descent: 0.3, leading: 1.12 } as const

/** Stacks lines, each with its own size. */
function stack(lines: readonly { text: string; size: number }[], manner: Manner): Setting {
  const { cap, descent } = manner.face
  let baseline = 0
  const placed = lines.map(({ text, size }, i) => {
    const previous = lines[i - 1]
    const accents = HIGH.test(text.normalize('NFD')) ? 0.15 * size : 0
    const foreign = !canDraw(manner.face, text)
    baseline += accents
    if (!previous) baseline += size * (foreign ? FOREIGN.ascent : cap / 1000)
    else if (foreign) baseline += Math.max(previous.size, size) * FOREIGN.leading
    else if (manner.full)
      baseline +=
        (size * cap) / 1000 +
        Math.max(previous.size, size) *
          (manner.leading - cap / 1000) *
          (DEEP.test(previous.text) ? 2 : 1)
    else baseline += size * manner.leading
    return { text, size, baseline }
  })
  const last = placed.at(-1)
  const depth = last && !canDraw(manner.face, last.text) ? FOREIGN.descent : descent / 1000
  const below = last && DEEP.test(last.text) ? last.size * depth : 0
  return { manner, lines: placed, height: baseline + below }
}

function trySet(
  text: string,
  manner: Manner,
  limit: number,
): { setting: Setting; score: number; size: number } {
  const measured = canDraw(manner.face, text)
  const space = widthOf(' ', manner, measured) + (2 * manner.tracking) / 1000
  const pieces = cutText(text, limit, manner, measured)
  const widest = Math.max(0.01, ...pieces.map((piece) => piece.width))
  let size = Math.min(manner.max, manner.width / widest)
  let best: { setting: Setting; score: number; size: number } | undefined
  let worse = 0
  const total = pieces.reduce((sum, piece) => sum + piece.width, 0)
  while (size > 6 && worse < 10) {
    const most = Math.max(1, Math.floor((manner.height / size - 0.7) / manner.leading + 1))
    const way =
      (total * size) / manner.width <= most &&
      breakLines(pieces, manner.width / size, most, { space, isProse: manner.isProse ?? false })
    if (way) {
      const setting = stack(
        linesOf(pieces, way).map((line) => ({
          text: line,
          size: enlarged(line, size, manner, measured),
        })),
        manner,
      )
      if (setting.height <= manner.height) {
        const score = size * way.score
        if (score > (best?.score ?? 0)) best = { setting, score, size }
        else worse += 1
      }
    }
    size *= 0.96
  }
  return (
    best ?? {
      setting: stack(
        [{ text, size: Math.min(6, manner.width / Math.max(1, widthOf(text, manner, measured))) }],
        manner,
      ),
      score: 0,
      size: 1,
    }
  )
}

/** The size of a line: on a poster it grows to the full width, though not beyond all measure. */
function enlarged(line: string, size: number, manner: Manner, measured: boolean): number {
  if (!manner.full) return size
  return Math.max(
    size,
    Math.min(
      size * 2.1,
      manner.max * 1.5,
      manner.width / Math.max(0.01, widthOf(line, manner, measured)),
    ),
  )
}

/** Sets a text as large as it fits, in balanced lines that do not end in little words. */
export function setText(text: string, manner: Manner): Setting {
  const cut = trySet(text, manner, 17)
  if (!text.split(' ').some((word) => word.length > 17)) return cut.setting
  const whole = trySet(text, manner, 30)
  return whole.score > cut.score * 0.85 ? whole.setting : cut.setting
}

/** Letters used so far on a cover; each outline is written once and then referred to. */
export type Letters = Map<string, string>

/** Draws a setting with the top of its capitals at y; x is its left edge, or its middle if centred. */
export function drawText(
  setting: Setting,
  at: { x: number; y: number; centred: boolean; colour: string },
  letters: Letters,
): string {
  const { face, tracking } = setting.manner
  const round = (value: number): number => Math.round(value * 10) / 10
  const drawn = setting.lines.map(({ text: line, size, baseline }) => {
    const y = round(at.y + baseline)
    const scale = Math.floor(size * 100) / 100000
    if (!canDraw(face, line)) {
      return `<text x="${round(at.x)}" y="${y}" font-size="${round(size)}"${at.centred ? ' text-anchor="middle"' : ''} ${face.fallback}>${escapeXml(line)}</text>`
    }
    const places = positions(face, line, tracking)
    const shift = at.centred ? ((places.at(-1) ?? 0) * scale) / 2 : 0
    const uses = [...line].map((character, j) => {
      if (character.trim() === '') return ''
      const id = `${face.id}${character.codePointAt(0)?.toString(36) ?? ''}`
      letters.set(id, outlineOf(face, character))
      const x = Math.round(places[j] ?? 0)
      return `<use href="#${id}"${x === 0 ? '' : ` x="${x}"`}/>`
    })
    return `<g transform="translate(${round(at.x - shift)} ${y})scale(${scale})">${uses.join('')}</g>`
  })
  return `<g fill="${at.colour}">${drawn.join('')}</g>`
}

/** The definitions of all letters used, to stand anywhere in the cover. */
export function defineLetters(letters: Letters): string {
  return `<defs>${Array.from(letters, ([id, outline]) => `<path id="${id}" d="${outline}"/>`).join('')}</defs>`
}
