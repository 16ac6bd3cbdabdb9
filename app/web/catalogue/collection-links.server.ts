import { listCollections } from '../../catalogue/service/list-collections.server.ts'
import type { CollectionLink } from './collection-links.tsx'

/** Collections on a page that links to some of them. */
const LINKS = 6

/** The first collections, for links to them. */
export async function collectionLinks(): Promise<CollectionLink[]> {
  const collections = await listCollections()
  return collections
    .slice(0, LINKS)
    .map(({ slug, title, blurb, books }) => ({ slug, title, blurb, count: books.length }))
}
