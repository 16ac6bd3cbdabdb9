import { newestUnlocked } from '../store/books.server.ts'
import { hiddenBooks } from './version.server.ts'

/** A sitemap may have 50,000 addresses; the rest is for other pages. */
const SITEMAP_BOOKS = 49_000

/** The books that visitors can open, newest first. */
export async function sitemapBooks(): Promise<{ slug: string; publishedAt: Date }[]> {
  return newestUnlocked(SITEMAP_BOOKS, await hiddenBooks())
}
