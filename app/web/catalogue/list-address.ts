import type { ShouldRevalidateFunctionArgs } from 'react-router'
import type { Sort } from '../../catalogue/rules/lists.ts'

interface ListAddress {
  search?: string
  genre?: string | null
  sort?: Sort | null
  page?: number
  /** The first page that is shown; default: only `page` is. */
  from?: number
}

/** The address of a list, without defaults. */
export function listAddress(
  pathname: string,
  { search, genre, sort, page, from }: ListAddress,
): string {
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  if (genre && !pathname.endsWith(`/${genre}`)) params.set('genre', genre)
  if (sort) params.set('sort', sort)
  if (page && page > 1) params.set('page', String(page))
  if (page && from && from < page) params.set('from', String(from))
  return params.size > 0 ? `${pathname}?${params}` : pathname
}

/**
 * Whether a navigation reloads a list. Opening or closing a book changes the address but not the list. The page number is ignored because
 * it follows scrolling.
 */
export function isListStale({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return isOverSameList(currentUrl, nextUrl) ? false : defaultShouldRevalidate
}

type Address = Pick<URL, 'pathname' | 'search'>

export function isOverSameList(a: Address, b: Address): boolean {
  const parts = ({ pathname, search }: Address) => {
    const params = new URLSearchParams(search)
    const hasBook = params.has('book')
    params.delete('book')
    params.delete('page')
    params.delete('from')
    params.sort()
    return { hasBook, list: `${pathname}?${params}` }
  }
  const [from, to] = [parts(a), parts(b)]
  return (from.hasBook || to.hasBook) && from.list === to.list
}
