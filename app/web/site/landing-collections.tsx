import { COLLECTIONS_PATH, collectionPath } from '../../catalogue/rules/collections.ts'
import type { CollectionLink } from '../catalogue/collection-links.tsx'
import { ArrowIcon } from '../ui/icons.tsx'

/** A few collections, for visitors who do not know where to begin. */
export function LandingCollections({ collections }: { collections: CollectionLink[] }) {
  if (collections.length === 0) return null
  return (
    <section className="wrap pt-16 md:pt-24" aria-labelledby="paths">
      <h2 id="paths" className="section-title">
        Not sure where to begin?
      </h2>
      <p className="lead mt-4 max-w-xl">Take a few books on one question, in a good order.</p>
      <ul className="mt-10 grid grid-cols-1 gap-10 md:grid-cols-3 md:gap-12">
        {collections.map(({ slug, title, blurb, count }) => (
          <li key={slug} className="group relative">
            <h3 className="text-2xl">
              <a href={collectionPath(slug)} className="stretched group-hover:underline">
                {title}
              </a>
            </h3>
            <p className="mt-2">{blurb}</p>
            <p className="mt-2 text-sm text-soft">{`${count} books`}</p>
          </li>
        ))}
      </ul>
      <p className="mt-8">
        <a href={COLLECTIONS_PATH} className="text-link inline-flex min-h-11 items-center gap-2">
          All collections <ArrowIcon />
        </a>
      </p>
    </section>
  )
}
