import { Link } from 'react-router'
import { COLLECTIONS_PATH, collectionPath } from '../../catalogue/rules/collections.ts'

/** A link to a collection. */
export interface CollectionLink {
  slug: string
  title: string
  blurb: string
  count: number
}

/** A row of links to collections, and to all of them. */
export function CollectionLinks({ collections }: { collections: CollectionLink[] }) {
  if (collections.length === 0) return null
  return (
    <section aria-labelledby="collections" className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="collections" className="text-2xl">
          Collections
        </h2>
        <Link to={COLLECTIONS_PATH} className="text-link inline-flex min-h-11 items-center">
          All collections
        </Link>
      </div>
      <ul className="collection-links">
        {collections.map(({ slug, title, count }) => (
          <li key={slug} className="group relative">
            <Link
              to={collectionPath(slug)}
              className="stretched font-semibold group-hover:underline"
            >
              {title}
            </Link>
            <span className="text-sm text-soft">{`${count} books`}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
