import type { ListQuery } from '../../catalogue/schema/lists.ts'
import type { Topic } from '../../catalogue/rules/topics.ts'
import type { BookMarks } from '../../reading/rules/marks.ts'
import type { ReaderJson } from '../../platform/reader-json.ts'
import type { listedBookCard } from './book-card-view.ts'

export interface CatalogueReader {
  /** In the order of the books. */
  marks: BookMarks[]
}

export interface CatalogueData extends CatalogueList {
  /** null for visitors. */
  reader: ReaderJson<CatalogueReader> | null
}

export interface CatalogueList {
  /** Without the query. */
  pathname: string
  query: Omit<ListQuery, 'from'>
  /** The page that the books begin with; the last one is `query.page`. */
  from: number
  topic: Topic | null
  genreLabel: string | null
  title: string
  books: ReturnType<typeof listedBookCard>[]
  /** For a search without results: the books that come closest. */
  closest: ReturnType<typeof listedBookCard>[]
  total: number
  pages: number
  hasMore: boolean
  /** Some words were typos, so these are the results for the corrected search. */
  corrected: boolean
  genreCounts: number[]
  /** For a search without results. */
  topicsToTry: Topic[]
  /** APP_URL. */
  origin: string
}
