import type { GenreSlug } from '../rules/genres.ts'
import type { Sort } from '../rules/lists.ts'
import type { BookFilter } from './book-queries.server.ts'

export interface SearchQuery extends BookFilter {
  /** For each search word, the prefixes that match it. */
  terms: string[][]
  /** The search as a title sort key; titles that start with it come first. */
  titlePrefix: string
  genre: GenreSlug | null
  /** null: best match. */
  sort: Sort | null
  page: number
  unlockedFirst: boolean
}

export interface SearchResult {
  ids: number[]
  total: number
}
