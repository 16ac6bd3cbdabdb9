import type { ListQuery } from '../../catalogue/schema/lists.ts'
import type { Topic } from '../../catalogue/rules/topics.ts'
import type { listedCard } from './card-view.ts'

/** The loader data of the catalogue page. */
export interface CatalogueData {
  /** Without the query. */
  pathname: string
  query: Omit<ListQuery, 'from'>
  /** The page that the books begin with; the last one is `query.page`. */
  from: number
  /** Of a topic's page. */
  topic: Topic | null
  genreLabel: string | null
  /** Explain how to choose the free summary. */
  choosesFreeSummary: boolean
  title: string
  books: ReturnType<typeof listedCard>[]
  total: number
  pages: number
  hasMore: boolean
  /** Nothing matched exactly, so these are the results for the corrected search. */
  corrected: boolean
  genreCounts: number[]
  /** For a search without results. */
  topicsToTry: Topic[]
  /** APP_URL. */
  origin: string
}
