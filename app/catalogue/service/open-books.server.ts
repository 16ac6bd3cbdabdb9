import { openBookRows } from '../store/open-books.server.ts'
import { hiddenBooks } from './version.server.ts'

/** Addresses that one sitemap may hold, with room for the pages that are no books. */
const SITEMAP_BOOKS = 49_000

/** The books that have a page for everybody: locked ones lead to the plans. */
export async function openBooks(): Promise<{ slug: string; publishedAt: Date }[]> {
  return openBookRows(SITEMAP_BOOKS, await hiddenBooks())
}
