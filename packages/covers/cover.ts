import { type Colors, type Drawing, type Page, rect } from './drawing.ts'
import { GENRES, type GenreStyle, type Layout } from './genres.ts'
import { seeded } from './random.ts'
import { drawText, layOutText, svgDocument, type TextLayout, tidy } from './text.ts'
import { canDraw, type Face, glyphOf, outlineOf, sans, systemFont } from './typeface.ts'

export interface CoverBook {
  slug: string
  title: string
  author: string
  /** Slug of the genre; an unknown one is drawn like fiction. */
  genre: string
}

const WIDTH = 600
const HEIGHT = 900
const MARGIN = 44
const GAP = 38
const LABEL_WIDTH = 480
const PALE = '#fdeed8'
/** Larger covers are drawn with fewer outlines. */
const MAX_COVER_CHARS = 14_900

/** How the covers of a genre look; an unknown one looks like fiction. */
export function styleOf(genre: string): { genre: string; style: GenreStyle } {
  const known = Object.hasOwn(GENRES, genre) ? (genre as keyof typeof GENRES) : 'fiction'
  return { genre: known, style: GENRES[known] }
}

/** Reads an entry of a style's colors. */
export function parseColors(entry: string): Colors {
  const [ground = '', ink = '', field = '', a = '', b = '', c = ''] = entry.split(' ')
  return { ground, ink, field, a, b, c }
}

const paletteOf = (colors: Colors, letters: string) =>
  Array.from(letters, (letter) =>
    letter === 'f' ? colors.field : colors[letter as 'a' | 'b' | 'c'],
  ) as [string, string, string]

/** What makes a cover look different from others of its genre. Tests compare the covers of books. */
export function designOf({ genre: name, slug }: Pick<CoverBook, 'genre' | 'slug'>) {
  const { genre, style } = styleOf(name)
  const dice = seeded(`${style.seed}/${slug}`)
  for (let i = 0; i < 3; i++) dice.random()
  const colors = dice.pick(style.colors)
  const figure = dice.pick(style.figures)
  const layout = dice.pick(style.layouts)
  return { genre, style, dice, colors, figure, layout }
}

function initialsOf(author: string, face: Face): Page['initials'] {
  const names = author.split(' ').filter((name) => /^\p{L}/u.test(name))
  const both = names.length > 1 ? [names[0]!, names.at(-1)!] : names
  const letters = both.map((name) => [...name.toUpperCase()][0] ?? '')
  if (letters.some((letter) => !canDraw(face, letter))) return []
  return letters.map((letter) => ({
    outline: outlineOf(face, letter),
    width: glyphOf(face, letter)?.advance ?? 0,
  }))
}

interface Parts {
  colors: Colors
  title(width: number, height: number): TextLayout
  author(width: number): TextLayout
  write(layout: TextLayout, y: number, left: number): Drawing
  figure(y: number, height: number, bleed: Page['bleed']): Drawing
}

function drawPage(
  { colors, title, author, write, figure }: Parts,
  wanted: Exclude<Layout, 'label'>,
  titleHeight: number,
): Drawing {
  const width = WIDTH - 2 * MARGIN
  const [titleText, authorText] = [title(width, titleHeight), author(width)]
  // A long title leaves too little room for a figure in between.
  const layout = wanted === 'around' && titleText.height > 300 ? 'top' : wanted
  const authorTop = layout === 'top' ? MARGIN : HEIGHT - MARGIN - authorText.height
  const titleTop = {
    top: authorTop + authorText.height + 30,
    bottom: authorTop - 34 - titleText.height,
    around: MARGIN + 10,
  }[layout]
  const top = layout === 'bottom' ? 0 : Math.round(titleTop + titleText.height + GAP)
  const foot =
    layout === 'top' ? HEIGHT : Math.round((layout === 'bottom' ? titleTop : authorTop) - GAP)
  const isSplit = colors.field !== colors.ground
  // One pixel less, or the field would show as a hairline around a figure that fills it.
  const [fieldTop, fieldFoot] = [top > 0 ? top + 1 : 0, foot < HEIGHT ? foot - 1 : foot]
  const pad = layout === 'around' && isSplit ? 30 : 0
  const bleed = ({ top: 'bottom', bottom: 'top', around: 'none' } as const)[layout]
  return [
    isSplit && rect(0, fieldTop, WIDTH, fieldFoot - fieldTop, colors.field),
    figure(top + pad, foot - top - 2 * pad, bleed),
    write(titleText, titleTop, MARGIN),
    write(authorText, authorTop, MARGIN),
  ]
}

function drawLabel({ colors, title, author, write, figure }: Parts, place: number): Drawing {
  const [titleText, authorText] = [title(LABEL_WIDTH - 76, 380), author(LABEL_WIDTH - 76)]
  const textHeight = titleText.height + authorText.height + 34
  const height = Math.round(Math.max(240, textHeight + 110))
  const x = (WIDTH - LABEL_WIDTH) / 2
  const y = [x, x, Math.round((HEIGHT - height) / 2), HEIGHT - height - x][place]!
  const top = y + (height - textHeight) / 2
  return [
    figure(0, HEIGHT, 'none'),
    rect(x, y, LABEL_WIDTH, height, colors.ground),
    `<path d="M${x + 14} ${y + 14}h${LABEL_WIDTH - 28}v${height - 28}h${28 - LABEL_WIDTH}z" fill="none" stroke="${colors.ink}" stroke-width="3"/>`,
    write(titleText, top, x),
    write(authorText, top + titleText.height + 34, x),
  ]
}

/** Draws a cover; a face replaces that of the genre. */
function compose(book: CoverBook, otherFace?: Face): string {
  const { genre, style, dice, colors: chosen, figure, layout } = designOf(book)
  const { leading, isCentered = false, isPoster = false } = style
  const [title, author] = [tidy(book.title), tidy(book.author)]
  const face = otherFace ?? style.face
  const max = style.max * (isPoster ? 1 : dice.pick([0.62, 0.8, 1]))
  const genreColors = parseColors(chosen)
  // Night scenes at the top need a dark ground.
  const isNight = genre === 'fiction' && layout === 'bottom'
  const colors = isNight ? { ...genreColors, ground: genreColors.c, ink: PALE } : genreColors
  const parts: Parts = {
    colors,
    title: (width, height) =>
      layOutText(isPoster ? title.toUpperCase() : title, {
        face,
        width,
        height,
        max: title.length <= 5 ? style.max * 1.6 : max,
        leading,
        tracking: -14,
        isPoster,
      }),
    author: (width) =>
      layOutText(author, { face, width, height: 84, max: 40, leading: 1.08, tracking: 4 }),
    write: (text, y, left) =>
      drawText(text, { x: isCentered ? WIDTH / 2 : left, y, isCentered, color: colors.ink }),
    figure: (y, h, bleed) => [
      `<svg x="0" y="${y}" width="${WIDTH}" height="${h}">`,
      figure({
        ...dice,
        ...colors,
        w: WIDTH,
        h,
        bleed,
        palette: (choices) => paletteOf(colors, dice.pick(choices.split(' ') as [string])),
        middleOf: (radius) => ({ none: h / 2, bottom: radius, top: h - radius })[bleed],
        initials: initialsOf(author, face),
      }),
      '</svg>',
    ],
  }
  const drawing =
    layout === 'label'
      ? drawLabel(parts, dice.whole(0, 3))
      : drawPage(parts, layout, title.length > 90 ? 480 : title.length > 44 ? 420 : 350)
  const name = author ? `${title}, by ${author}` : title
  return svgDocument(WIDTH, HEIGHT, name, [rect(0, 0, WIDTH, HEIGHT, colors.ground), drawing])
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
