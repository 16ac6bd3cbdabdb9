import type { Sort } from '../../catalogue/rules/lists.ts'

interface ListAddress {
  search?: string
  genre?: string | null
  sort?: Sort | null
  page?: number
}

/** The address of a list, without defaults. */
export function listAddress(pathname: string, { search, genre, sort, page }: ListAddress): string {
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  if (genre && !pathname.endsWith(`/${genre}`)) params.set('genre', genre)
  if (sort) params.set('sort', sort)
  if (page && page > 1) params.set('page', String(page))
  return params.size > 0 ? `${pathname}?${params}` : pathname
}
