import type { GenreSlug } from '../rules/genres.ts'
import type { Sort } from '../rules/lists.ts'
import type { BookFilter } from './book-queries.server.ts'

export interface SearchQuery extends BookFilter {
  /** For each word searched, the beginnings of words that may stand for it. */
  terms: string[][]
  /** The searched words as a title would sort by; titles that begin with it come first. */
  titlePrefix: string
  genre: GenreSlug | null
  /** null: by relevance. */
  sort: Sort | null
  page: number
  unlockedFirst: boolean
}

export interface SearchResult {
  ids: number[]
  total: number
}
