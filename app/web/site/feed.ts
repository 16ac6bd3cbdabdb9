import { escapeXml } from '../../catalogue/cover/text-layout.ts'
import { genreLabel } from '../../catalogue/rules/genres.ts'
import { SHELF_SIZE } from '../../catalogue/rules/lists.ts'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { newestCards } from '../../catalogue/service/cards.server.ts'
import { sameForAllVisitors } from '../../middleware/context.server.ts'
import { env } from '../../platform/env.server.ts'
import { MINUTES_CLAIM } from '../claims.ts'
import type { Route } from './+types/feed'

/** The newest books as RSS 2.0, with blurbs but no text. */
export async function loader({ context }: Route.LoaderArgs) {
  const books = await newestCards(SHELF_SIZE)
  sameForAllVisitors(context)
  const { appUrl } = env()
  const items = books.map(({ slug, title, author, blurb, genre, publishedAt }) => {
    const address = escapeXml(appUrl + summaryPath(slug))
    return [
      '<item>',
      `<title>${escapeXml(`${title}, by ${author}`)}</title>`,
      `<link>${address}</link>`,
      `<guid isPermaLink="true">${address}</guid>`,
      `<description>${escapeXml(blurb)}</description>`,
      `<category>${escapeXml(genreLabel(genre))}</category>`,
      `<pubDate>${publishedAt.toUTCString()}</pubDate>`,
      '</item>',
    ].join('')
  })
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
}
