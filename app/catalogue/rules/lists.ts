/** Books on a page of a list. */
export const PAGE_SIZE = 20

/** Maximum number of books on a shelf of the home page. */
export const SHELF_SIZE = 30

/** Ways to order a list. Equal keys fall back to the book's id. */
export const SORTS = ['title', 'author', 'newest', 'popular'] as const

export type Sort = (typeof SORTS)[number]

/** Pages that one address shows at most. */
export const MAX_PAGES_AT_ONCE = 10

/** A part of a list: how many books come before it, and how many it has at most. */
export interface ListPart {
  skip: number
  take: number
}

/**
 * The part of a list that an address shows: its page, and those since an earlier one, for readers who
 * come back to a list that has grown.
 * @returns also the first page of the part
 */
export function partOf(page: number, from: number | null = null): ListPart & { first: number } {
  const first = Math.max(Math.min(from ?? page, page), page - MAX_PAGES_AT_ONCE + 1)
  return { first, skip: (first - 1) * PAGE_SIZE, take: (page - first + 1) * PAGE_SIZE }
}

/** How many pages a list has; an empty list has one. */
export function pageCount(total: number, pageSize = PAGE_SIZE): number {
  return Math.max(1, Math.ceil(total / pageSize))
}
