import { summaryPath } from '../addresses.ts'
import { genreLabel } from '../genres.ts'
import { shownMinutes } from '../locked-ideas.ts'
import { yearLabel } from '../reading-time.ts'
import { addressIn, sourceGroups } from '../sources.ts'
import { longDate } from '../../../platform/long-date.ts'
import type { Provenance } from '../../schema/book.ts'
import type { Block, Line, Section, Summary } from '../summary/parse.ts'
import { type Steps, withSteps } from '../summary/steps.ts'
import { xmlText } from '../xml.ts'
import { type ChapterHighlights, othersMarkup, RunWriter } from './highlights.ts'
import { xhtml } from './xhtml.ts'

export interface EpubBook {
  slug: string
  title: string
  author: string
  year: number
  genre: string
  blurb: string
  minutes: number
  summary: Summary
  provenance: Provenance
  nextBooks: Record<string, string>
}

export interface Links {
  /** The product's address. */
  origin: string
  files: ReadonlyMap<string, string>
}

/** The fragment of a section. A name in XML does not begin with a digit. */
export const sectionId = ({ id }: Section) => `part-${id}`

/** The heading of a section, in a table of contents; null: it has none. */
export const sectionTitle = ({ heading, number }: Section): string | null =>
  heading === null ? null : number === null ? heading : `${number}. ${heading}`

/**
 * A summary as an XHTML file.
 * @param cover the file of its cover, at the top; null: none
 * @param notes the reader's highlights; null: without them
 */
export function bookChapter(
  book: EpubBook,
  cover: string | null,
  links: Links,
  notes: ChapterHighlights | null = null,
): string {
  const runs = new RunWriter(notes)
  const { title, author, year, genre, blurb, minutes, summary } = book
  const address = xmlText(links.origin + summaryPath(book.slug))
  return xhtml(
    title,
    [
      '<section epub:type="chapter" role="doc-chapter">',
      cover &&
        `<p class="cover"><img src="${cover}" alt="${xmlText(`The cover of ${title}`)}"/></p>`,
      `<h1 dir="auto">${xmlText(title)}</h1>`,
      `<p class="author" dir="auto">A summary of the book by ${xmlText(author)}, ${yearLabel(year)}</p>`,
      `<p class="facts">${xmlText(genreLabel(genre))}, ${minutes} min${summary.cut ? `, the first ${shownMinutes(summary)} free` : ''}</p>`,
      `<p class="blurb" dir="auto">${xmlText(blurb)}</p>`,
      ...summary.sections.map((section) => sectionMarkup(section, book, links, runs)),
      summary.cut &&
        `<section class="end"><h2>The free part ends here</h2><p><a href="${address}">Read the rest of this summary on Readr</a></p></section>`,
      notes && othersMarkup(notes),
      aboutMarkup(book, address),
      '</section>',
    ]
      .filter(Boolean)
      .join('\n'),
  )
}

function sectionMarkup(
  section: Section,
  { nextBooks }: EpubBook,
  links: Links,
  runs: RunWriter,
): string {
  const { heading, number, blocks } = section
  const hrefOf: FindLink = (label) => {
    const slug = heading === 'Read Next' && Object.hasOwn(nextBooks, label) && nextBooks[label]
    return slug ? (links.files.get(slug) ?? links.origin + summaryPath(slug)) : null
  }
  const title =
    number === null
      ? xmlText(heading ?? '')
      : `<span class="number">Idea ${number}</span> ${xmlText(heading ?? '')}`
  return [
    `<section id="${sectionId(section)}">`,
    heading !== null && `<h2 dir="auto">${title}</h2>`,
    ...withSteps(blocks).map((block) => blockMarkup(block, hrefOf, runs)),
    '</section>',
  ]
    .filter(Boolean)
    .join('\n')
}

/** Where a label of a list leads; null: nowhere. */
type FindLink = (label: string) => string | null

function blockMarkup(block: Block | Steps, hrefOf: FindLink, runs: RunWriter): string {
  const line = (one: Line) => lineMarkup(one, hrefOf, runs)
  if (block.kind === 'steps') {
    const items = block.items.map(
      ({ heading, blocks }) =>
        `<li>${runs.withWords(() => `<h3 dir="auto">${line(heading)}</h3>`)}${blocks.map((inner) => blockMarkup(inner, hrefOf, runs)).join('')}</li>`,
    )
    return `<ol start="${block.start}">${items.join('\n')}</ol>`
  }
  return runs.withWords(() => {
    if (block.kind === 'paragraph') return `<p dir="auto">${line(block.line)}</p>`
    const items = block.items.map((item) => `<li dir="auto">${line(item)}</li>`).join('\n')
    return block.ordered ? `<ol start="${block.start}">${items}</ol>` : `<ul>${items}</ul>`
  })
}

function lineMarkup({ label, text }: Line, hrefOf: FindLink, runs: RunWriter): string {
  if (label === null) return runs.write(text)
  const href = hrefOf(label)
  const name = runs.write(`${label}:`)
  const linked = href === null ? name : `<a href="${xmlText(href)}">${name}</a>`
  return `<strong>${linked}</strong> ${runs.write(text)}`
}

function aboutMarkup({ provenance }: EpubBook, address: string): string {
  const { sources, edition, written, checked, corrections } = provenance
  const list = (heading: string | null, items: string[]) =>
    `${heading === null ? '' : `<h3>${heading}</h3>`}<ul>${items.map((item) => `<li dir="auto">${item}</li>`).join('\n')}</ul>`
  return [
    `<section class="about" id="about"><h2>About this summary</h2>`,
    written &&
      `<p>Written on ${longDate(written)}${checked ? `, last checked on ${longDate(checked)}` : ''}.</p>`,
    edition && `<p>Quotations follow ${editionMarkup(edition)}.</p>`,
    ...sourceGroups(sources).map(({ heading, items }) => list(heading, items.map(xmlText))),
    corrections.length > 0 &&
      list(
        'Corrections',
        corrections.map(({ day, text }) => `${longDate(day)}: ${xmlText(text)}`),
      ),
    `<p><a href="${address}">This summary on Readr</a></p>`,
    '</section>',
  ]
    .filter(Boolean)
    .join('\n')
}

function editionMarkup(edition: string): string {
  const address = addressIn(edition)
  if (!address) return xmlText(edition)
  const [before = '', after = ''] = edition.split(address, 2)
  const shown = address.replace('https://', '')
  return `${xmlText(before)}<a href="${xmlText(address)}">${xmlText(shown)}</a>${xmlText(after)}`
}
