import type { z } from 'zod'
import type { listPageQuery } from '../../catalogue/schema/lists.ts'
import type { listedCard } from './card-view.ts'

/** What the catalogue's loader gives its page. */
export interface CatalogueData {
  /** The address of the list, without its query. */
  pathname: string
  query: z.output<typeof listPageQuery>
  genreLabel: string | null
  title: string
  books: ReturnType<typeof listedCard>[]
  total: number
  pages: number
  hasMore: boolean
  /** The search had typing errors, which were corrected. */
  corrected: boolean
  genreCounts: number[]
  /** Where readers reach the product: APP_URL. */
  origin: string
}
