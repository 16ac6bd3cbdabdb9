import type { GenreSlug } from '../rules/genres.ts'
import type { ListPart, Sort } from '../rules/lists.ts'
import type { Extent } from '../rules/summary/parse.ts'
import type { BookFilter } from './book-queries.server.ts'

export interface SearchQuery extends BookFilter, ListPart {
  /** For each search word, the prefixes that match it. */
  terms: string[][]
  /** `names`: not in blurbs. */
  fields: 'names' | 'all'
  /** The search as a title sort key; titles that start with it come first. */
  titlePrefix: string
  genre: GenreSlug | null
  /** null: best match. */
  sort: Sort | null
  unlockedFirst: boolean
  text: TextQuery
}

/** The search in texts, which adds to the other hits. */
export interface TextQuery {
  /** Whole words that a book must all contain; empty: no text is searched. */
  terms: string[]
  /** Which words may decide. */
  extent: Extent
  /** With more hits, the terms are too common, and only other hits count, if there are any. */
  most: number
}

export interface SearchResult {
  ids: number[]
  total: number
  /** Those of the ids that only their text matches. */
  inText: number[]
}
