import type { GenreSlug } from '../genres.ts'
import type { Sort } from '../rules.ts'

export interface SearchQuery {
  /** For each word searched, the beginnings of words that may stand for it. */
  terms: string[][]
  /** The searched words as a title would sort by; titles that begin with it come first. */
  titleStart: string
  genre: GenreSlug | null
  /** null: by relevance. */
  sort: Sort | null
  page: number
  unlockedFirst: boolean
  /** Only these books; null: all. */
  among: number[] | null
}

export interface SearchResult {
  ids: number[]
  total: number
}
