import { escapeXml } from '../rules/xml.ts'
import { canDraw, glyphOf, outlineOf, sans, systemFont, type Face } from './typeface.ts'
import { styleOf } from './genre-styles.ts'
import { pick, seeded, type Rng } from './random.ts'
import { rect } from './shapes.ts'
import {
  parseColors,
  type CoverColors,
  type CoverFigure,
  type CoverLayout,
  type CoverPlace,
  type CoverStyle,
} from './style.ts'
import {
  defineLetters,
  drawText,
  layOutText,
  tidy,
  type Letters,
  type TextLayout,
} from './text-layout.ts'

/** What a cover shows. */
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
/** Larger covers are drawn with fewer outlines. */
const MAX_COVER_CHARS = 14_900

interface Parts {
  readonly random: Rng
  readonly colors: CoverColors
  readonly style: CoverStyle
  readonly figure: CoverFigure
  readonly title: string
  readonly author: string
  readonly letters: Letters
  /** Size of the title as a fraction of the style's largest size. */
  readonly titleScale: number
}

/** First and last initial of the author, if the face has them. */
function initialsOf(author: string, face: Face): CoverPlace['initials'] {
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

function drawFigure(
  parts: Parts,
  x: number,
  y: number,
  width: number,
  height: number,
  bleed: CoverPlace['bleed'],
): string {
  const { random, colors, figure, style, author } = parts
  const place = { bleed, initials: initialsOf(author, style.face) }
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}">${figure(random, colors, width, height, place)}</svg>`
}

function layOutTitle(
  { style, title, titleScale }: Parts,
  width: number,
  height: number,
): TextLayout {
  const { face, max, leading, tracking, poster } = style
  return layOutText(poster ? title.toUpperCase() : title, {
    face,
    width,
    height,
    max: title.length <= 5 ? max * 1.6 : max * titleScale,
    leading,
    tracking,
    fullWidth: poster,
  })
}

function layOutAuthor({ style, author }: Parts, width: number): TextLayout {
  return layOutText(author, {
    face: style.face,
    width,
    height: 84,
    max: 40,
    leading: 1.08,
    tracking: 4,
  })
}

function drawPage(parts: Parts, wanted: Exclude<CoverLayout, 'label'>): string {
  const { colors, style, letters, title: text } = parts
  const width = WIDTH - 2 * MARGIN
  const title = layOutTitle(parts, width, text.length > 90 ? 480 : text.length > 44 ? 420 : 350)
  const author = layOutAuthor(parts, width)
  const x = style.centered ? WIDTH / 2 : MARGIN
  const write = (layout: TextLayout, y: number): string =>
    drawText(layout, { x, y, centered: style.centered, color: colors.ink }, letters)
  const split = colors.field !== colors.ground
  // A long title leaves too little room for a figure in between.
  const layout = wanted === 'around' && title.height > 300 ? 'top' : wanted
  let titleTop = MARGIN + 10
  let authorTop = HEIGHT - MARGIN - author.height
  let top = 0
  let foot = HEIGHT
  if (layout === 'top') {
    authorTop = MARGIN
    titleTop = authorTop + author.height + 30
    top = Math.round(titleTop + title.height + GAP)
  } else if (layout === 'bottom') {
    titleTop = authorTop - 34 - title.height
    foot = Math.round(titleTop - GAP)
  } else {
    top = Math.round(titleTop + title.height + GAP)
    foot = Math.round(authorTop - GAP)
  }
  // One pixel less, or the field would show as a hairline around a figure that fills it.
  const [fieldTop, fieldFoot] = [top > 0 ? top + 1 : top, foot < HEIGHT ? foot - 1 : foot]
  const field = split ? rect(0, fieldTop, WIDTH, fieldFoot - fieldTop, colors.field) : ''
  const pad = layout === 'around' && split ? 30 : 0
  const bleed = layout === 'top' ? 'bottom' : layout === 'bottom' ? 'top' : 'none'
  const figure = drawFigure(parts, 0, top + pad, WIDTH, foot - top - 2 * pad, bleed)
  return field + figure + write(title, titleTop) + write(author, authorTop)
}

function drawLabel(parts: Parts): string {
  const { colors, style, letters, random } = parts
  const width = 480
  const inner = width - 76
  const title = layOutTitle(parts, inner, 380)
  const author = layOutAuthor(parts, inner)
  const height = Math.round(Math.max(240, title.height + author.height + 34 + 110))
  const x = (WIDTH - width) / 2
  const y = pick(random, [x, x, Math.round((HEIGHT - height) / 2), HEIGHT - height - x])
  const top = y + (height - title.height - author.height - 34) / 2
  const at = { x: WIDTH / 2, centered: style.centered, color: colors.ink }
  return (
    drawFigure(parts, 0, 0, WIDTH, HEIGHT, 'none') +
    rect(x, y, width, height, colors.ground) +
    `<path d="M${x + 14} ${y + 14}h${width - 28}v${height - 28}h${28 - width}z" fill="none" stroke="${colors.ink}" stroke-width="3"/>` +
    drawText(title, { ...at, y: top }, letters) +
    drawText(author, { ...at, y: top + title.height + 34 }, letters)
  )
}

/** What makes a cover look different from others of its genre. Tests compare the covers of books. */
export function designOf({ genre: name, slug }: Pick<CoverBook, 'genre' | 'slug'>) {
  const { genre, style } = styleOf(name)
  const random = seeded(`${style.seed}/${slug}`)
  for (let i = 0; i < 3; i++) random()
  const colors = pick(random, style.colors)
  const figure = pick(random, style.figures)
  const layout = pick(random, style.layouts)
  return { genre, style, random, colors, figure, layout }
}

function compose(book: CoverBook, face: Face | undefined): string {
  const { genre, style: genreStyle, random, colors: chosen, figure, layout } = designOf(book)
  const style = face ? { ...genreStyle, face } : genreStyle
  const genreColors = parseColors(chosen)
  const titleScale = style.poster ? 1 : pick(random, [0.62, 0.8, 1])
  // Night scenes at the top need a dark ground.
  const colors =
    genre === 'fiction' && layout === 'bottom'
      ? { ...genreColors, ground: genreColors.c, ink: PALE }
      : genreColors
  const title = tidy(book.title)
  const author = tidy(book.author)
  const letters: Letters = new Map()
  const parts: Parts = { random, colors, style, figure, title, author, letters, titleScale }
  const body = layout === 'label' ? drawLabel(parts) : drawPage(parts, layout)
  const name = escapeXml(author ? `${title}, by ${author}` : title)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img"><title>${name}</title>${rect(0, 0, WIDTH, HEIGHT, colors.ground)}${defineLetters(letters)}${body}</svg>`
}

/**
 * Draws the cover of a book as a complete SVG document, 600 by 900 units.
 * The same book always gets the same cover: all choices follow from its slug.
 * A text whose outlines take too many characters is set in the simpler sans, then in a system font.
 */
export function drawCover(book: CoverBook): string {
  let cover = ''
  for (const face of [undefined, sans, systemFont]) {
    cover = compose(book, face)
    if (cover.length <= MAX_COVER_CHARS) break
  }
  return cover
}
