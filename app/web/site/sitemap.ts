import { cached } from '../../middleware/cache/caching.server.ts'
import { GENRES } from '../../catalogue/rules/genres.ts'
import {
  ASK_PATH,
  publicPath,
  TODAY_PATH,
  topicPath,
  TOPICS_PATH,
} from '../../catalogue/rules/addresses.ts'
import { COLLECTIONS_PATH, collectionPath } from '../../catalogue/rules/collections.ts'
import { escapeXml } from '../../catalogue/rules/xml.ts'
import { topicsWithCounts } from '../../catalogue/service/count-books.server.ts'
import { listCollections } from '../../catalogue/service/list-collections.server.ts'
import { sitemapBooks, sitemapPages } from '../../catalogue/service/list-sitemap-books.server.ts'
import { env } from '../../platform/env.server.ts'
import type { Route } from './+types/sitemap'

const PAGES = [
  '/',
  TODAY_PATH,
  '/browse/books',
  COLLECTIONS_PATH,
  TOPICS_PATH,
  ASK_PATH,
  '/about',
  '/contact',
  '/terms',
  '/privacy',
  '/accessibility',
]

/** The page of the address; null: it names none. */
const pageOf = (url: URL) =>
  (/^[1-9]\d{0,4}$/.exec(url.searchParams.get('page') ?? '') ?? [null])[0]

/**
 * All pages for search engines. The sitemap of a large catalogue is a list of
 * sitemaps, of which the first also has the pages that are not books.
 */
export const loader = cached({ parameters: ['page'] }, async ({ url }: Route.LoaderArgs) => {
  const page = pageOf(url)
  const pages = page === null ? await sitemapPages() : 1
  if (pages > 1) {
    const paths = Array.from({ length: pages }, (_, i) => `/sitemap.xml?page=${i + 1}`)
    return xml(
      'sitemapindex',
      paths.map((path) => entry('sitemap', path)),
    )
  }
  const books = await sitemapBooks(Number(page ?? 1))
  if (page !== null && books.length === 0) throw new Response('Not found', { status: 404 })
  return xml('urlset', [
    ...(page === null || page === '1' ? await otherPages() : []).map((path) => entry('url', path)),
    ...books.map((book) => entry('url', publicPath(book), book.publishedAt)),
  ])
})

async function otherPages(): Promise<string[]> {
  const [topics, collections] = await Promise.all([topicsWithCounts(), listCollections()])
  return [
    ...PAGES,
    ...GENRES.map(({ slug }) => `/browse/books/${slug}`),
    ...topics.map(({ slug }) => topicPath(slug)),
    ...collections.map(({ slug }) => collectionPath(slug)),
  ]
}

function entry(element: 'url' | 'sitemap', path: string, changed?: Date): string {
  const when = changed ? `<lastmod>${changed.toISOString().slice(0, 10)}</lastmod>` : ''
  return `<${element}><loc>${escapeXml(env().appUrl + path)}</loc>${when}</${element}>`
}

function xml(element: 'urlset' | 'sitemapindex', entries: string[]): Response {
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${element}>\n`,
    { headers: { 'Content-Type': 'application/xml; charset=utf-8' } },
  )
}
