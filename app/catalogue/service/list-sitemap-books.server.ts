import { sitemapBookRows } from '../store/open-books.server.ts'
import { hiddenBooks } from './version.server.ts'

/** Addresses that one sitemap may hold, with room for the pages that are no books. */
const SITEMAP_BOOKS = 49_000

/** The books that have a page for everybody: locked ones lead to the plans. */
export async function sitemapBooks(): Promise<{ slug: string; publishedAt: Date }[]> {
  return sitemapBookRows(SITEMAP_BOOKS, await hiddenBooks())
}
