import { cached } from '../../middleware/cache/caching.server.ts'
import { genreLabel } from '../../catalogue/rules/genres.ts'
import { SHELF_SIZE } from '../../catalogue/rules/lists.ts'
import { pastBookOfTheDayPath, publicPath } from '../../catalogue/rules/addresses.ts'
import { escapeXml } from '../../catalogue/rules/xml.ts'
import { newestCards } from '../../catalogue/service/book-cards.server.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { bookOfTheDay } from '../../catalogue/service/book-of-the-day.server.ts'
import { env } from '../../platform/env.server.ts'
import { MINUTES_CLAIM } from '../marketing-claims.ts'

/** The book of the day and the newest books as RSS 2.0, with blurbs but no text. */
export const loader = cached({}, async () => {
  const [books, today] = await Promise.all([newestCards(SHELF_SIZE), bookOfTheDay()])
  const { appUrl } = env()
  const items = [
    // On its day, the address leads to the whole text, and later to the book's page.
    ...(today
      ? [
          itemOf(
            pastBookOfTheDayPath(today.date),
            'Today’s read: ',
            today.book,
            new Date(today.date),
          ),
        ]
      : []),
    ...books.map((book) => itemOf(publicPath(book), '', book, book.publishedAt)),
  ]
  const channel = [
    '<title>New on Readr</title>',
    `<link>${escapeXml(appUrl)}/</link>`,
    `<description>New book summaries of about ${MINUTES_CLAIM} minutes.</description>`,
    '<language>en</language>',
    `<atom:link href="${escapeXml(appUrl)}/feed.xml" rel="self" type="application/rss+xml"/>`,
  ]
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${channel.join('')}\n${items.join('\n')}\n</channel></rss>\n`,
    { headers: { 'Content-Type': 'application/rss+xml; charset=utf-8' } },
  )
})

function itemOf(path: string, lead: string, book: BookCard, published: Date): string {
  const { title, author, blurb, genre } = book
  const address = escapeXml(env().appUrl + path)
  return [
    '<item>',
    `<title>${escapeXml(`${lead}${title}, by ${author}`)}</title>`,
    `<link>${address}</link>`,
    `<guid isPermaLink="true">${address}</guid>`,
    `<description>${escapeXml(blurb)}</description>`,
    `<category>${escapeXml(genreLabel(genre))}</category>`,
    `<pubDate>${published.toUTCString()}</pubDate>`,
    '</item>',
  ].join('')
}
