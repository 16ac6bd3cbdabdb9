import { sans as sansTypeface, serif as serifTypeface } from 'virtual:typefaces'
import { canDraw, glyphOf, outlineOf, type Face } from './face.ts'
import { biographyFigures } from './figures-biography.ts'
import { careerFigures } from './figures-career.ts'
import { cultureFigures } from './figures-culture.ts'
import { fictionFigures } from './figures-fiction.ts'
import { healthFigures } from './figures-health.ts'
import { moneyFigures } from './figures-money.ts'
import { relationshipFigures } from './figures-relationships.ts'
import { scienceFigures } from './figures-science.ts'
import { selfHelpFigures } from './figures-self-help.ts'
import {
  defineLetters,
  drawText,
  escapeXml,
  setText,
  tidy,
  type Letters,
  type Setting,
} from './lettering.ts'
import { palettes, type Scheme } from './palette.ts'
import { pick, seeded, type Figure, type Place, type Rng } from './shapes.ts'

/** What a cover is drawn from. */
export interface CoverBook {
  readonly slug: string
  readonly title: string
  readonly author: string
  /** Slug of the genre; an unknown one is drawn like fiction. */
  readonly genre: string
}

const WIDTH = 600
const HEIGHT = 900
const MARGIN = 44
const GAP = 38
const PALE = '#fdeed8'
/** Most characters that a cover may take. */
const HEAVIEST = 14_900

export const serif: Face = {
  ...serifTypeface,
  id: 's',
  wordSpace: 0,
  fallback: 'font-family="Georgia,\'Times New Roman\',\'Noto Serif\',serif" font-weight="700"',
}
export const sans: Face = {
  ...sansTypeface,
  id: 'g',
  wordSpace: 45,
  fallback: 'font-family="\'Helvetica Neue\',Arial,\'Noto Sans\',sans-serif" font-weight="700"',
}
/** A face without letters: everything falls back to system fonts. */
const system: Face = { ...sans, id: 'x', wordSpace: 0, glyphs: {} }

/**
 * Where things stand.
 * head: author and title on top, the figure below, off the page.
 * foot: the figure on top, off the page, title and author below.
 * between: title on top, author at the foot, the figure between them.
 * label: the figure over the whole page, a paper label on it.
 */
type Layout = 'head' | 'foot' | 'between' | 'label'

interface Style {
  readonly face: Face
  readonly max: number
  readonly leading: number
  readonly tracking: number
  readonly centred: boolean
  /** Capitals, each line as wide as the page allows. */
  readonly poster: boolean
  readonly layouts: readonly [Layout, ...Layout[]]
  readonly figures: readonly [Figure, ...Figure[]]
}

const roman = {
  face: serif,
  max: 168,
  leading: 0.92,
  tracking: -14,
  centred: false,
  poster: false,
} as const
const grotesk = {
  face: sans,
  max: 190,
  leading: 0.86,
  tracking: -14,
  centred: false,
  poster: false,
} as const
const fictionStyle: Style = {
  ...roman,
  max: 180,
  layouts: ['head', 'head', 'foot'],
  figures: fictionFigures,
}

const styles: Readonly<Record<string, Style>> = {
  'self-help': { ...roman, centred: true, layouts: ['head', 'between'], figures: selfHelpFigures },
  'health-and-wellness': { ...roman, layouts: ['head', 'foot', 'between'], figures: healthFigures },
  'money-and-economics': { ...grotesk, layouts: ['head', 'between'], figures: moneyFigures },
  'career-and-business': {
    ...grotesk,
    max: 200,
    poster: true,
    leading: 0.77,
    layouts: ['head', 'foot'],
    figures: careerFigures,
  },
  relationships: {
    ...roman,
    centred: true,
    layouts: ['foot', 'between'],
    figures: relationshipFigures,
  },
  'biography-autobiography': { ...roman, layouts: ['head', 'between'], figures: biographyFigures },
  'science-and-technology': { ...grotesk, layouts: ['foot', 'between'], figures: scienceFigures },
  'culture-and-humanity': { ...roman, centred: true, layouts: ['label'], figures: cultureFigures },
  fiction: fictionStyle,
}

interface Parts {
  readonly random: Rng
  readonly scheme: Scheme
  readonly style: Style
  readonly figure: Figure
  readonly title: string
  readonly author: string
  readonly letters: Letters
  /** How loud the title is: a part of the largest size. */
  readonly voice: number
}

function rectangle(x: number, y: number, width: number, height: number, fill: string): string {
  return `<path d="M${Math.round(x)} ${Math.round(y)}h${Math.round(width)}v${Math.round(height)}h${-Math.round(width)}z" fill="${fill}"/>`
}

/** First and last initial of the author, if the face has them. */
function initialsOf(author: string, face: Face): Place['initials'] {
  const names = author.split(' ').filter((name) => /^\p{L}/u.test(name))
  const letters = [names[0], names.length > 1 ? names.at(-1) : undefined].flatMap((name) =>
    name ? [[...name.toUpperCase()][0] ?? ''] : [],
  )
  if (letters.some((letter) => !canDraw(face, letter))) return []
  return letters.map((letter) => ({
    outline: outlineOf(face, letter),
    width: glyphOf(face, letter)?.advance ?? 0,
  }))
}

function placeFigure(
  parts: Parts,
  x: number,
  y: number,
  width: number,
  height: number,
  bleed: Place['bleed'],
): string {
  const { random, scheme, figure, style, author } = parts
  const place = { bleed, initials: initialsOf(author, style.face) }
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}">${figure(random, scheme, width, height, place)}</svg>`
}

function setTitle({ style, title, voice }: Parts, width: number, height: number): Setting {
  const { face, max, leading, tracking, poster } = style
  const loud = title.length <= 5 ? max * 1.6 : max * voice
  return setText(poster ? title.toUpperCase() : title, {
    face,
    width,
    height,
    max: loud,
    leading,
    tracking,
    full: poster,
  })
}

function setAuthor({ style, author }: Parts, width: number): Setting {
  return setText(author, {
    face: style.face,
    width,
    height: 84,
    max: 40,
    leading: 1.08,
    tracking: 4,
  })
}

function layPage(parts: Parts, wanted: Exclude<Layout, 'label'>): string {
  const { scheme, style, letters, title: text } = parts
  const width = WIDTH - 2 * MARGIN
  const title = setTitle(parts, width, text.length > 90 ? 480 : text.length > 44 ? 420 : 350)
  const author = setAuthor(parts, width)
  const x = style.centred ? WIDTH / 2 : MARGIN
  const write = (setting: Setting, y: number): string =>
    drawText(setting, { x, y, centred: style.centred, colour: scheme.ink }, letters)
  const split = scheme.field !== scheme.ground
  // A figure between the lines needs room; without it, it had better run off the page.
  const layout = wanted === 'between' && title.height > 300 ? 'head' : wanted
  let titleTop = MARGIN + 10
  let authorTop = HEIGHT - MARGIN - author.height
  let top = 0
  let foot = HEIGHT
  if (layout === 'head') {
    authorTop = MARGIN
    titleTop = authorTop + author.height + 30
    top = Math.round(titleTop + title.height + GAP)
  } else if (layout === 'foot') {
    titleTop = authorTop - 34 - title.height
    foot = Math.round(titleTop - GAP)
  } else {
    top = Math.round(titleTop + title.height + GAP)
    foot = Math.round(authorTop - GAP)
  }
  // A little short of the lettering, lest the field show as a hairline around a figure that fills it.
  const [fieldTop, fieldFoot] = [top > 0 ? top + 1 : top, foot < HEIGHT ? foot - 1 : foot]
  const field = split ? rectangle(0, fieldTop, WIDTH, fieldFoot - fieldTop, scheme.field) : ''
  const pad = layout === 'between' && split ? 30 : 0
  const bleed = layout === 'head' ? 'bottom' : layout === 'foot' ? 'top' : 'none'
  const figure = placeFigure(parts, 0, top + pad, WIDTH, foot - top - 2 * pad, bleed)
  return field + figure + write(title, titleTop) + write(author, authorTop)
}

function layLabel(parts: Parts): string {
  const { scheme, style, letters, random } = parts
  const width = 480
  const inner = width - 76
  const title = setTitle(parts, inner, 380)
  const author = setAuthor(parts, inner)
  const height = Math.round(Math.max(240, title.height + author.height + 34 + 110))
  const x = (WIDTH - width) / 2
  const y = pick(random, [x, x, Math.round((HEIGHT - height) / 2), HEIGHT - height - x])
  const top = y + (height - title.height - author.height - 34) / 2
  const at = { x: WIDTH / 2, centred: style.centred, colour: scheme.ink }
  return (
    placeFigure(parts, 0, 0, WIDTH, HEIGHT, 'none') +
    rectangle(x, y, width, height, scheme.ground) +
    `<path d="M${x + 14} ${y + 14}h${width - 28}v${height - 28}h${28 - width}z" fill="none" stroke="${scheme.ink}" stroke-width="3"/>` +
    drawText(title, { ...at, y: top }, letters) +
    drawText(author, { ...at, y: top + title.height + 34 }, letters)
  )
}

function compose(book: CoverBook, face: Face | undefined): string {
  const known = Object.hasOwn(styles, book.genre) ? book.genre : 'fiction'
  const chosen = styles[known] ?? fictionStyle
  const style = face ? { ...chosen, face } : chosen
  const random = seeded(`${known}/${book.slug}`)
  for (let i = 0; i < 3; i++) random()
  const colours = palettes[known]?.[Math.floor(random() * (palettes[known]?.length ?? 0))]
  if (!colours) throw new Error(`No colours for genre ${known}`)
  const figure = pick(random, style.figures)
  const layout = pick(random, style.layouts)
  const voice = style.poster ? 1 : pick(random, [0.62, 0.8, 1])
  // A night scene that hangs from the top stands on a dark ground.
  const scheme =
    known === 'fiction' && layout === 'foot'
      ? { ...colours, ground: colours.c, ink: PALE }
      : colours
  const title = tidy(book.title)
  const author = tidy(book.author)
  const letters: Letters = new Map()
  const parts: Parts = { random, scheme, style, figure, title, author, letters, voice }
  const body = layout === 'label' ? layLabel(parts) : layPage(parts, layout)
  const name = escapeXml(author ? `${title}, by ${author}` : title)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img"><title>${name}</title>${rectangle(0, 0, WIDTH, HEIGHT, scheme.ground)}${defineLetters(letters)}${body}</svg>`
}

/**
 * Draws the cover of a book as a complete SVG document, 600 by 900 units.
 * The same book always gets the same cover: all choices follow from its slug.
 * A very long text that would weigh too much in outlines is set in the simpler
 * of the two faces and, failing that, in a system font.
 */
export function drawCover(book: {
  slug: string
  title: string
  author: string
  genre: string
}): string {
  let cover = ''
  for (const face of [undefined, sans, system]) {
    cover = compose(book, face)
    if (cover.length <= HEAVIEST) break
  }
  return cover
}
