import type { GenreSlug } from '../rules/genres.ts'
import type { Sort } from '../rules/lists.ts'
import type { Which } from './list-order.server.ts'

export interface SearchQuery extends Which {
  /** For each word searched, the beginnings of words that may stand for it. */
  terms: string[][]
  /** The searched words as a title would sort by; titles that begin with it come first. */
  titleStart: string
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
