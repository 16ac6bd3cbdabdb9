import { type CoverBook, drawCover, parseColors, styleOf } from './cover.ts'
import { type Drawing, fill, times } from './drawing.ts'
import { seeded } from './random.ts'
import { drawText, layOutText, svgDocument, type TextPlace, tidy } from './text.ts'
import { canDraw, sans, serif } from './typeface.ts'

const YELLOW = '#fbc939'
const INK = '#16211b'
const PAPER = '#fbfaf5'
const GREEN = '#0b5a43'
const GOLD = '#e3a900'

const large = { face: serif, leading: 0.98, tracking: -16 }
const small = { face: sans, leading: 1, tracking: 0 }

/** A text in one line or a few; at most as large as its height. */
const words = (text: string, height: number, at: TextPlace) =>
  drawText(layOutText(tidy(text), { ...small, width: 888, height, max: height }), at)

/** The logo, 26 by 32 units, and the name. */
function logo(x: number, y: number, color: string, quarter: string): Drawing {
  const font = { face: serif, leading: 1, tracking: -10 }
  return [
    `<g transform="translate(${x} ${y})scale(1.5)"><path d="M2 3h7v26H2zM11 3h5.5a6.5 6.5 0 0 1 0 13H11z" fill="${color}"/><path d="M11 18a11 11 0 0 1 11 11H11z" fill="${quarter}"/></g>`,
    drawText(layOutText('Readr', { ...font, width: 200, height: 44, max: 46 }), {
      x: x + 48,
      y: y + 11,
      color,
    }),
  ]
}

/**
 * The preview image of a link to a book, 1200 by 630.
 * @param minutes how long its summary takes
 * @param ownCover the book's own cover as PNG in base64; null: draw one
 */
export function drawBookPreview(
  book: CoverBook,
  minutes: number,
  ownCover: string | null = null,
): string {
  const title = layOutText(tidy(book.title), { ...large, width: 600, height: 250, max: 104 })
  const author = layOutText(tidy(book.author), { ...small, width: 600, height: 40, max: 34 })
  const time = `The ideas of the book, in ${minutes} minutes`
  const cover =
    ownCover === null
      ? drawCover(book).replace('width="600" height="900"', 'width="320" height="480"')
      : `<image width="320" height="480" href="data:image/png;base64,${ownCover}"/>`
  return svgDocument(1200, 630, `${book.title}, by ${book.author}`, [
    fill(PAPER)`M0 0h1200v630H0z`,
    fill(YELLOW)`M1200 630V40a590 590 0 0 0-590 590z`,
    logo(72, 62, GREEN, GOLD),
    drawText(title, { x: 72, y: 190, color: INK }),
    drawText(author, { x: 72, y: 190 + title.height + 42, color: INK }),
    words(time, 30, { x: 72, y: 524, color: GREEN }),
    '<g transform="translate(788 75)"><path d="M6 10h320v480H6z" fill="#000" opacity=".22"/>',
    cover,
    '</g>',
  ])
}

/**
 * The preview image of a link to any other page, 1200 by 630.
 * @param minutes how long a summary takes, about
 */
export function drawSitePreview(minutes: number): string {
  const claim = layOutText(`The ideas of great books, in ${minutes} minutes.`, {
    ...large,
    width: 820,
    height: 330,
    max: 118,
  })
  return svgDocument(1200, 630, 'Readr', [
    fill(PAPER)`M0 0h1200v630H0z`,
    fill(YELLOW)`M1200 630V150a480 480 0 0 0-480 480z`,
    logo(72, 62, GREEN, GOLD),
    drawText(claim, { x: 72, y: 200, color: INK }),
  ])
}

/** The cover of a file with several summaries, 600 by 900. */
export function drawTitleCover(title: string, subtitle: string): string {
  const layout = layOutText(tidy(title), { ...large, width: 500, height: 320, max: 104 })
  const below = layOutText(tidy(subtitle), { ...small, width: 500, height: 40, max: 32 })
  return svgDocument(600, 900, title, [
    fill(PAPER)`M0 0h600v900H0z`,
    fill(YELLOW)`M600 900V480a420 420 0 0 0-420 420z`,
    logo(50, 52, GREEN, GOLD),
    drawText(layout, { x: 50, y: 170, color: INK }),
    drawText(below, { x: 50, y: 170 + layout.height + 36, color: GREEN }),
  ])
}

/** Whether the typeface has every character of a sentence. */
export const canDrawQuote = (quote: string): boolean => canDraw(serif, tidy(quote))

const QUOTE_HEIGHT_PX = 620
/** Longer quotes are laid out as running text. */
const MAX_POSTER_CHARS = 90

/**
 * A quote as a square image to share, 1080 by 1080, in colors of the book's genre.
 * @param quote in quotation marks
 */
export function drawQuoteImage(book: CoverBook, quote: string): string {
  const { style } = styleOf(book.genre)
  const { ground, ink, a } = parseColors(seeded(`quote/${book.slug}`).pick(style.colors))
  const quoted = layOutText(quote, {
    face: serif,
    width: 888,
    height: QUOTE_HEIGHT_PX,
    max: 104,
    leading: 1.1,
    tracking: -8,
    isProse: quote.length > MAX_POSTER_CHARS,
  })
  // The words are those of the summary, not the author's.
  const source = layOutText(`From the summary of ${tidy(book.title)}, by ${tidy(book.author)}`, {
    ...small,
    width: 888,
    height: 70,
    max: 32,
    leading: 1.15,
  })
  return svgDocument(1080, 1080, `${book.title}, by ${book.author}`, [
    fill(ground)`M0 0h1080v1080H0z`,
    drawText(quoted, { x: 96, y: 110 + 0.4 * (QUOTE_HEIGHT_PX - quoted.height), color: ink }),
    drawText(source, { x: 96, y: 846, color: ink }),
    logo(92, 946, ink, a === ground ? ink : a),
  ])
}

const CHART = { foot: 960, height: 180, step: 76, bar: 52 }

/**
 * A reader's year as a square image to share, 1080 by 1080. It names nobody and no book.
 * @param lines what they did, such as "12 books"
 * @param months books by month, from January
 */
export function drawYearImage(year: number, lines: string[], months: number[]): string {
  const title = { face: serif, leading: 1, tracking: -18, width: 888, height: 150, max: 150 }
  const most = Math.max(1, ...months)
  return svgDocument(1080, 1080, `${year} in books`, [
    fill(PAPER)`M0 0h1080v1080H0z`,
    fill(YELLOW)`M1080 0H720a360 360 0 0 0 360 360z`,
    logo(92, 84, GREEN, GOLD),
    drawText(layOutText(`${year} in books`, title), { x: 90, y: 212, color: INK }),
    lines.map((line, i) =>
      words(line, 54, { x: 96, y: 418 + i * 84, color: i === 0 ? GREEN : INK }),
    ),
    times(12, (i) => {
      const count = months[i] ?? 0
      const x = 96 + i * CHART.step
      const height = count === 0 ? 6 : Math.max(18, (count / most) * CHART.height)
      const center = { x: x + CHART.bar / 2, y: CHART.foot + 24, isCentered: true, color: INK }
      return [
        `<rect x="${x}" y="${CHART.foot - height}" width="${CHART.bar}" height="${height}" rx="6" fill="${count === 0 ? '#dad8c9' : GREEN}"/>`,
        words('JFMAMJJASOND'.charAt(i), 26, center),
      ]
    }),
  ])
}
