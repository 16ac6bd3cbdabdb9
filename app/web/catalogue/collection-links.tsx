import { COLLECTIONS_PATH, collectionPath } from '../../catalogue/rules/collections.ts'

export interface CollectionLink {
  slug: string
  title: string
  blurb: string
  count: number
}

export function CollectionLinks({ collections }: { collections: CollectionLink[] }) {
  if (collections.length === 0) return null
  return (
    <section aria-labelledby="collections" className="collection-links">
      <h2 id="collections">
        <a href={COLLECTIONS_PATH} className="text-link flex min-h-11 items-center">
          Collections
        </a>
      </h2>
      <ul>
        {collections.map(({ slug, title }) => (
          <li key={slug}>
            <a href={collectionPath(slug)} className="group flex min-h-11 items-center">
              <span className="rounded-full bg-sunk px-3 py-1 text-sm group-hover:underline">
                {title}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
