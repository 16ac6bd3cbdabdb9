import { SITE_PREVIEW_IMAGE } from '../../catalogue/rules/addresses.ts'
import { COLLECTIONS_PATH, collectionPath } from '../../catalogue/rules/collections.ts'
import { listCollections } from '../../catalogue/service/list-collections.server.ts'
import { env } from '../../platform/env.server.ts'
import { cachedPage } from '../../middleware/cache/cached-page.server.ts'
import { BottomBar } from '../shell/bottom-bar.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import { type CollectionView, collectionView, extentOf } from './collection-view.ts'
import './collections.css'
import type { Route } from './+types/collections'
import { TextLink } from '../ui/controls.tsx'
import { HubTabs } from '../shell/hub-tabs.tsx'

export const handle = { bottomBar: true }

/** Covers that are loaded right away. */
const EAGER_COLLECTIONS = 2

export const loader = cachedPage({}, async () => ({
  data: {
    collections: (await listCollections()).map(collectionView),
    origin: env().appUrl,
  },
  reader: async () => null,
}))

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: 'Collections · Readr',
        description: 'Reading paths through great books: a few summaries each, in a good order.',
        url: loaderData.origin + COLLECTIONS_PATH,
        image: loaderData.origin + SITE_PREVIEW_IMAGE,
        imageAlt: 'Readr: the ideas of great books',
      })
    : [{ title: 'Collections · Readr' }]

export default function CollectionsPage({ loaderData: { collections } }: Route.ComponentProps) {
  return (
    <div className="wrap pt-8 pb-24 md:pt-8">
      <HubTabs hub="Books" />
      <h1 className="page-title">Collections</h1>
      <p className="lead mt-1.5 text-soft">A few books on one question, in a good order.</p>
      {collections.length > 0 ? (
        <ul className="collections">
          {collections.map((collection, i) => (
            <CollectionItem
              key={collection.slug}
              collection={collection}
              eager={i < EAGER_COLLECTIONS}
            />
          ))}
        </ul>
      ) : (
        <p className="mt-8">
          There are no collections yet. <TextLink href="/browse/books">Browse Books</TextLink>
        </p>
      )}
      <BottomBar />
    </div>
  )
}

function CollectionItem({ collection, eager }: { collection: CollectionView; eager: boolean }) {
  const { slug, title, blurb, books, minutes } = collection
  return (
    <li className="group relative">
      <div className="collection-covers">
        {books.map((book) => (
          <img
            key={book.slug}
            src={book.cover}
            alt=""
            width={240}
            height={360}
            loading={eager ? 'eager' : 'lazy'}
            decoding="async"
            className="cover"
          />
        ))}
      </div>
      <h2 className="mt-4 text-2xl">
        <a href={collectionPath(slug)} className="stretched group-hover:underline">
          {title}
        </a>
      </h2>
      <p className="mt-2">{blurb}</p>
      <p className="mt-2 text-sm text-soft">{extentOf(books.length, minutes)}</p>
    </li>
  )
}
