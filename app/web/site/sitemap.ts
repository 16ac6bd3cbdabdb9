import { GENRES } from '../../catalogue/rules/genres.ts'
import { escapeXml } from '../../catalogue/cover/text-layout.ts'
import { summaryPath, topicPath } from '../../catalogue/rules/addresses.ts'
import { COLLECTIONS_PATH, collectionPath } from '../../catalogue/rules/collections.ts'
import { topicsWithCounts } from '../../catalogue/service/count-books.server.ts'
import { listCollections } from '../../catalogue/service/list-collections.server.ts'
import { sitemapBooks } from '../../catalogue/service/list-sitemap-books.server.ts'
import { sameForAllVisitors } from '../../middleware/context.server.ts'
import { env } from '../../platform/env.server.ts'
import type { Route } from './+types/sitemap'

const PAGES = ['/', '/browse/books', COLLECTIONS_PATH, '/about', '/contact', '/terms', '/privacy']

/** All pages for search engines; locked books have no page. */
export async function loader({ context }: Route.LoaderArgs) {
  const [books, topics, collections] = await Promise.all([
    sitemapBooks(),
    topicsWithCounts(),
    listCollections(),
  ])
  sameForAllVisitors(context)
  const entry = (path: string, changed?: Date) => {
    const when = changed ? `<lastmod>${changed.toISOString().slice(0, 10)}</lastmod>` : ''
    return `<url><loc>${escapeXml(env().appUrl + path)}</loc>${when}</url>`
  }
  const entries = [
    ...PAGES.map((path) => entry(path)),
    ...GENRES.map(({ slug }) => entry(`/browse/books/${slug}`)),
    ...topics.map(({ slug }) => entry(topicPath(slug))),
    ...collections.map(({ slug }) => entry(collectionPath(slug))),
    ...books.map(({ slug, publishedAt }) => entry(summaryPath(slug), publishedAt)),
  ]
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`,
    { headers: { 'Content-Type': 'application/xml; charset=utf-8' } },
  )
}
