import { inQuotes } from '../rules/summary/in-quotes.ts'
import { type CoverBook, drawCover, sans, serif } from './draw.ts'
import { canDraw } from './face.ts'
import { defineLetters, drawText, escapeXml, type Letters, setText, tidy } from './lettering.ts'
import { palettes } from './palette.ts'
import { seeded } from './shapes.ts'

const LAMP = '#fbc939'
const INK = '#16211b'
const PAPER = '#fbfaf5'
const GREEN = '#0b5a43'

/** The product's sign, 26 by 32 units, and its name. */
function signature(x: number, y: number, ink: string, quarter: string, letters: Letters): string {
  const name = setText('Readr', {
    face: serif,
    width: 200,
    height: 44,
    max: 46,
    leading: 1,
    tracking: -10,
  })
  return (
    `<g transform="translate(${x} ${y})scale(1.5)"><path d="M2 3h7v26H2zM11 3h5.5a6.5 6.5 0 0 1 0 13H11z" fill="${ink}"/><path d="M11 18a11 11 0 0 1 11 11H11z" fill="${quarter}"/></g>` +
    drawText(name, { x: x + 48, y: y + 11, centred: false, colour: ink }, letters)
  )
}

function svg(width: number, height: number, title: string, letters: Letters, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><title>${escapeXml(title)}</title>${defineLetters(letters)}${body}</svg>`
}

/**
 * What a link to a book shows elsewhere: 1200 by 630, drawn from what every card shows.
 * @param own the book's own cover as PNG in base64; null: it is drawn
 */
export function drawSocialCard(
  book: CoverBook,
  minutes: number,
  own: string | null = null,
): string {
  const letters: Letters = new Map()
  const title = setText(tidy(book.title), {
    face: serif,
    width: 600,
    height: 250,
    max: 104,
    leading: 0.98,
    tracking: -16,
  })
  const author = setText(tidy(book.author), {
    face: sans,
    width: 600,
    height: 40,
    max: 34,
    leading: 1,
    tracking: 0,
  })
  const time = setText(`The ideas of the book, in ${minutes} minutes`, {
    face: sans,
    width: 560,
    height: 34,
    max: 30,
    leading: 1,
    tracking: 0,
  })
  const at = (y: number, colour = INK) => ({ x: 72, y, centred: false, colour })
  const body =
    `<path d="M0 0h1200v630H0z" fill="${PAPER}"/><path d="M1200 630V40a590 590 0 0 0-590 590z" fill="${LAMP}"/>` +
    signature(72, 62, GREEN, '#e3a900', letters) +
    drawText(title, at(190), letters) +
    drawText(author, at(190 + title.height + 42), letters) +
    drawText(time, at(524, GREEN), letters) +
    `<g transform="translate(788 75)"><path d="M6 10h320v480H6z" fill="#000" opacity=".22"/>${own === null ? inner(drawCover(book)) : `<image width="320" height="480" href="data:image/png;base64,${own}"/>`}</g>`
  return svg(1200, 630, `${book.title}, by ${book.author}`, letters, body)
}

/** A cover as a part of another picture, 320 by 480; its letters keep to themselves. */
function inner(cover: string): string {
  return cover
    .replace(/width="600" height="900" role="img"/, 'width="320" height="480"')
    .replace(/id="([sgx])/g, 'id="c$1')
    .replace(/href="#([sgx])/g, 'href="#c$1')
}

/** What a link to any other page shows elsewhere. */
export function drawSiteCard(): string {
  const letters: Letters = new Map()
  const claim = setText('The ideas of great books, in 15 minutes.', {
    face: serif,
    width: 820,
    height: 330,
    max: 118,
    leading: 0.98,
    tracking: -18,
  })
  const body =
    `<path d="M0 0h1200v630H0z" fill="${PAPER}"/><path d="M1200 630V150a480 480 0 0 0-480 480z" fill="${LAMP}"/>` +
    signature(72, 62, GREEN, '#e3a900', letters) +
    drawText(claim, { x: 72, y: 200, centred: false, colour: INK }, letters)
  return svg(1200, 630, 'Readr', letters, body)
}

/** Whether every character of a sentence can be drawn. */
export function canDrawQuote(quote: string): boolean {
  return canDraw(serif, tidy(quote))
}

/** Room for the words, in pixels; fewer stand a little above its middle. */
const QUOTE_HEIGHT = 620
/** Longer sentences are set as running text. */
const POSTER_MAX_CHARS = 90

/** A sentence as a square picture to pass on, 1080 by 1080, in the colours of its genre. */
export function drawQuoteCard(book: CoverBook, quote: string): string {
  const letters: Letters = new Map()
  const schemes = palettes[book.genre] ?? palettes['fiction']!
  const random = seeded(`quote/${book.slug}`)
  const { ground, ink, a } = schemes[Math.floor(random() * schemes.length)] ?? schemes[0]
  const quoted = inQuotes(tidy(quote))
  const words = setText(quoted, {
    face: serif,
    width: 888,
    height: QUOTE_HEIGHT,
    max: 104,
    leading: 1.1,
    tracking: -8,
    isProse: quoted.length > POSTER_MAX_CHARS,
  })
  // The words are those of the summary, not the author's.
  const source = setText(`From the summary of ${tidy(book.title)}, by ${tidy(book.author)}`, {
    face: sans,
    width: 888,
    height: 70,
    max: 32,
    leading: 1.15,
    tracking: 0,
  })
  const body =
    `<path d="M0 0h1080v1080H0z" fill="${ground}"/>` +
    drawText(
      words,
      { x: 96, y: 110 + 0.4 * (QUOTE_HEIGHT - words.height), centred: false, colour: ink },
      letters,
    ) +
    drawText(source, { x: 96, y: 846, centred: false, colour: ink }, letters) +
    signature(92, 946, ink, a === ground ? ink : a, letters)
  return svg(1080, 1080, `${book.title}, by ${book.author}`, letters, body)
}
