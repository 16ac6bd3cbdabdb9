import { inQuotes } from '../rules/summary/in-quotes.ts'
import { escapeXml } from '../rules/xml.ts'
import { type CoverBook, drawCover } from './draw-cover.ts'
import { canDraw, sans, serif } from './typeface.ts'
import { styleOf } from './genre-styles.ts'
import { pick, seeded } from './random.ts'
import { parseColors } from './style.ts'
import { defineLetters, drawText, type Letters, layOutText, tidy } from './text-layout.ts'

const YELLOW = '#fbc939'
const INK = '#16211b'
const PAPER = '#fbfaf5'
const GREEN = '#0b5a43'

const sansLine = { face: sans, leading: 1, tracking: 0 }

/** The logo, 26 by 32 units, and the name. */
function logo(x: number, y: number, ink: string, quarter: string, letters: Letters): string {
  const name = layOutText('Readr', {
    face: serif,
    width: 200,
    height: 44,
    max: 46,
    leading: 1,
    tracking: -10,
  })
  return (
    `<g transform="translate(${x} ${y})scale(1.5)"><path d="M2 3h7v26H2zM11 3h5.5a6.5 6.5 0 0 1 0 13H11z" fill="${ink}"/><path d="M11 18a11 11 0 0 1 11 11H11z" fill="${quarter}"/></g>` +
    drawText(name, { x: x + 48, y: y + 11, centered: false, color: ink }, letters)
  )
}

function svg(width: number, height: number, title: string, letters: Letters, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><title>${escapeXml(title)}</title>${defineLetters(letters)}${body}</svg>`
}

/**
 * The preview image of a link to a book, 1200 by 630.
 * @param ownCover the book's own cover as PNG in base64; null: draw one
 */
export function drawBookPreview(
  book: CoverBook,
  minutes: number,
  ownCover: string | null = null,
): string {
  const letters: Letters = new Map()
  const title = layOutText(tidy(book.title), {
    face: serif,
    width: 600,
    height: 250,
    max: 104,
    leading: 0.98,
    tracking: -16,
  })
  const author = layOutText(tidy(book.author), { ...sansLine, width: 600, height: 40, max: 34 })
  const time = layOutText(`The ideas of the book, in ${minutes} minutes`, {
    ...sansLine,
    width: 560,
    height: 34,
    max: 30,
  })
  const at = (y: number, color = INK) => ({ x: 72, y, centered: false, color })
  const body =
    `<path d="M0 0h1200v630H0z" fill="${PAPER}"/><path d="M1200 630V40a590 590 0 0 0-590 590z" fill="${YELLOW}"/>` +
    logo(72, 62, GREEN, '#e3a900', letters) +
    drawText(title, at(190), letters) +
    drawText(author, at(190 + title.height + 42), letters) +
    drawText(time, at(524, GREEN), letters) +
    `<g transform="translate(788 75)"><path d="M6 10h320v480H6z" fill="#000" opacity=".22"/>${ownCover === null ? embedded(drawCover(book)) : `<image width="320" height="480" href="data:image/png;base64,${ownCover}"/>`}</g>`
  return svg(1200, 630, `${book.title}, by ${book.author}`, letters, body)
}

/** A cover inside another image, 320 by 480, with different ids. */
function embedded(cover: string): string {
  return cover
    .replace(/width="600" height="900" role="img"/, 'width="320" height="480"')
    .replace(/id="([sgx])/g, 'id="c$1')
    .replace(/href="#([sgx])/g, 'href="#c$1')
}

/**
 * The preview image of a link to any other page.
 * @param minutes how long a summary takes, about
 */
export function drawSitePreview(minutes: number): string {
  const letters: Letters = new Map()
  const claim = layOutText(`The ideas of great books, in ${minutes} minutes.`, {
    face: serif,
    width: 820,
    height: 330,
    max: 118,
    leading: 0.98,
    tracking: -18,
  })
  const body =
    `<path d="M0 0h1200v630H0z" fill="${PAPER}"/><path d="M1200 630V150a480 480 0 0 0-480 480z" fill="${YELLOW}"/>` +
    logo(72, 62, GREEN, '#e3a900', letters) +
    drawText(claim, { x: 72, y: 200, centered: false, color: INK }, letters)
  return svg(1200, 630, 'Readr', letters, body)
}

/** The cover of a file with several summaries, 600 by 900. */
export function drawTitleCover(title: string, subtitle: string): string {
  const letters: Letters = new Map()
  const large = layOutText(tidy(title), {
    face: serif,
    width: 500,
    height: 320,
    max: 104,
    leading: 0.98,
    tracking: -16,
  })
  const small = layOutText(tidy(subtitle), { ...sansLine, width: 500, height: 40, max: 32 })
  const at = (y: number, color = INK) => ({ x: 50, y, centered: false, color })
  const body =
    `<path d="M0 0h600v900H0z" fill="${PAPER}"/><path d="M600 900V480a420 420 0 0 0-420 420z" fill="${YELLOW}"/>` +
    logo(50, 52, GREEN, '#e3a900', letters) +
    drawText(large, at(170), letters) +
    drawText(small, at(170 + large.height + 36, GREEN), letters)
  return svg(600, 900, title, letters, body)
}

/** Whether the typeface has every character of a sentence. */
export function canDrawQuote(quote: string): boolean {
  return canDraw(serif, tidy(quote))
}

const QUOTE_HEIGHT_PX = 620
/** Longer quotes are laid out as running text. */
const MAX_POSTER_CHARS = 90

/** A quote as a square image to share, 1080 by 1080, in colors of the book's genre. */
export function drawQuoteImage(book: CoverBook, quote: string): string {
  const letters: Letters = new Map()
  const random = seeded(`quote/${book.slug}`)
  const { ground, ink, a } = parseColors(pick(random, styleOf(book.genre).style.colors))
  const quoted = inQuotes(tidy(quote))
  const words = layOutText(quoted, {
    face: serif,
    width: 888,
    height: QUOTE_HEIGHT_PX,
    max: 104,
    leading: 1.1,
    tracking: -8,
    isProse: quoted.length > MAX_POSTER_CHARS,
  })
  // The words are those of the summary, not the author's.
  const source = layOutText(`From the summary of ${tidy(book.title)}, by ${tidy(book.author)}`, {
    ...sansLine,
    width: 888,
    height: 70,
    max: 32,
    leading: 1.15,
  })
  const at = (y: number) => ({ x: 96, y, centered: false, color: ink })
  const body =
    `<path d="M0 0h1080v1080H0z" fill="${ground}"/>` +
    drawText(words, at(110 + 0.4 * (QUOTE_HEIGHT_PX - words.height)), letters) +
    drawText(source, at(846), letters) +
    logo(92, 946, ink, a === ground ? ink : a, letters)
  return svg(1080, 1080, `${book.title}, by ${book.author}`, letters, body)
}

const YEAR_SIDE = 1080
const CHART = { top: 780, height: 180, step: 76, bar: 52 }

/**
 * A reader's year as a square image to share. It names nobody and no book.
 * @param lines what they did, such as "12 books"
 * @param months books by month, from January
 */
export function drawYearImage(year: number, lines: string[], months: number[]): string {
  const letters: Letters = new Map()
  const title = layOutText(`${year} in books`, {
    face: serif,
    width: 888,
    height: 150,
    max: 150,
    leading: 1,
    tracking: -18,
  })
  const at = (x: number, y: number, color = INK) => ({ x, y, centered: false, color })
  const drawn = lines.map((line, i) => {
    const text = layOutText(tidy(line), { ...sansLine, width: 888, height: 60, max: 54 })
    return drawText(text, at(96, 418 + i * 84, i === 0 ? GREEN : INK), letters)
  })
  const most = Math.max(1, ...months)
  const floor = CHART.top + CHART.height
  const bars = months.map((count, i) => {
    const height = count === 0 ? 6 : Math.max(18, (count / most) * CHART.height)
    const x = 96 + i * CHART.step
    const color = count === 0 ? '#dad8c9' : GREEN
    return `<rect x="${x}" y="${floor - height}" width="${CHART.bar}" height="${height}" rx="6" fill="${color}"/>`
  })
  const names = [...'JFMAMJJASOND'].map((name, i) => {
    const text = layOutText(name, { ...sansLine, width: CHART.bar, height: 26, max: 26 })
    return drawText(
      text,
      { ...at(96 + i * CHART.step + CHART.bar / 2, floor + 24), centered: true },
      letters,
    )
  })
  const body =
    `<path d="M0 0h${YEAR_SIDE}v${YEAR_SIDE}H0z" fill="${PAPER}"/><path d="M1080 0H720a360 360 0 0 0 360 360z" fill="${YELLOW}"/>` +
    logo(92, 84, GREEN, '#e3a900', letters) +
    drawText(title, at(90, 212), letters) +
    [...drawn, ...bars, ...names].join('')
  return svg(YEAR_SIDE, YEAR_SIDE, `${year} in books`, letters, body)
}
