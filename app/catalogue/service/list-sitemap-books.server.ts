import { newestBooks } from '../store/books.server.ts'
import { bookCount } from './count-books.server.ts'
import type { BookCard } from './list-books.server.ts'
import { hiddenBooks } from './version.server.ts'

/** Books in one sitemap, which may have 50,000 addresses. Fewer take less time. */
const BOOKS_PER_SITEMAP = 2000

/** The books of a sitemap, newest first. The first page is 1. */
export async function sitemapBooks(page: number, take = BOOKS_PER_SITEMAP): Promise<BookCard[]> {
  return newestBooks(take, await hiddenBooks(), (page - 1) * take)
}

/** How many sitemaps the books need; at least one. */
export async function sitemapPages(take = BOOKS_PER_SITEMAP): Promise<number> {
  return Math.max(1, Math.ceil((await bookCount()) / take))
}
