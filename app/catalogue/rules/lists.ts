/** Books on a page of a list. */
export const PAGE_SIZE = 20

/** Maximum number of books on a shelf of the home page. */
export const SHELF_SIZE = 30

/** Ways to order a list. Equal keys fall back to the book's id. */
export const SORTS = ['title', 'author', 'newest', 'popular'] as const

export type Sort = (typeof SORTS)[number]

/** Pages that one address shows at most. */
export const MAX_PAGES_AT_ONCE = 10

/**
 * The pages that an address shows: its own, and those since an earlier one, for readers who come back
 * to a list that has grown.
 */
export function pageNumbers(page: number, from: number | null): number[] {
  const first = Math.max(Math.min(from ?? page, page), page - MAX_PAGES_AT_ONCE + 1)
  return Array.from({ length: page - first + 1 }, (_, i) => first + i)
}

/** How many pages a list has; an empty list has one. */
export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE))
}
