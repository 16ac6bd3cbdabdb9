/** Books on a page of a list. */
export const PAGE_SIZE = 20

/** Maximum number of books on a shelf of the home page. */
export const SHELF_SIZE = 30

/** Ways to order a list. Equal keys fall back to the book's id. */
export const SORTS = ['title', 'author', 'newest', 'popular'] as const

export type Sort = (typeof SORTS)[number]

/** How many pages a list has; an empty list has one. */
export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE))
}
