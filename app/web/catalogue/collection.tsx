import { data, useLocation } from 'react-router'
import type { SignedIn } from '../../accounts/service/resume-session.server.ts'
import { SITE_PREVIEW_IMAGE } from '../../catalogue/rules/addresses.ts'
import { COLLECTIONS_PATH, collectionPath } from '../../catalogue/rules/collections.ts'
import { bookOfTheDayId } from '../../catalogue/service/book-of-the-day.server.ts'
import { findCollection } from '../../catalogue/service/list-collections.server.ts'
import { env } from '../../platform/env.server.ts'
import type { BookMarks } from '../../reading/rules/marks.ts'
import { marksFor } from '../../reading/service/get-marks.server.ts'
import { type CachedPageArgs, cachedPage } from '../../middleware/cache/cached-page.server.ts'
import { EpubLink } from '../epub/epub-link.tsx'
import { BottomBar } from '../shell/bottom-bar.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { hasLoaded, type LoadFailure, withLoadTimeout } from '../ui/load-timeout.ts'
import { pageMeta } from '../ui/page-meta.ts'
import { ReaderFragment, readerValue } from '../ui/reader-fragment.tsx'
import { BookCard } from './book-card.tsx'
import { collectionCards, extentOf, structuredCollection } from './collection-view.ts'
import './collections.css'
import { isListStale } from './list-address.ts'
import { SummaryDialog } from './summary-dialog.tsx'
import type { Route } from './+types/collection'
import { LineLink } from '../ui/controls.tsx'

export const handle = { bottomBar: true }

/** Covers that are loaded right away. */
const EAGER_COVERS = 2

export const loader = cachedPage(
  {
    parameters: ['book'],
    variant: ({ signedIn, url }) => (signedIn && url.searchParams.has('book') ? null : ''),
  },
  loadCollection,
)

async function loadCollection({ params, access }: CachedPageArgs) {
  const collection = await findCollection(params['collection']!)
  if (!collection) throw data(null, { status: 404 })
  const { slug, title, blurb } = collection
  const books = collectionCards(collection, access, await bookOfTheDayId())
  const ids = collection.books.map(({ book }) => book.id)
  return {
    data: { slug, title, blurb, books, origin: env().appUrl },
    reader: async ({ user }: SignedIn): Promise<BookMarks[]> =>
      ids.map(await marksFor(user.id, ids)),
  }
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return withLoadTimeout(request, () => serverLoader())
}

export const shouldRevalidate = isListStale

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [{ title: 'Collections · Readr' }]
  if (!hasLoaded(loaderData)) return [{ title: `${LOAD_FAILED} · Readr` }]
  const { slug, title, blurb, books, origin } = loaderData
  return [
    ...pageMeta({
      title: `${title}: a collection · Readr`,
      description: blurb,
      url: origin + collectionPath(slug),
      image: origin + SITE_PREVIEW_IMAGE,
      imageAlt: 'Readr: the ideas of great books',
    }),
    { 'script:ld+json': structuredCollection({ slug, title, blurb }, books, origin) },
  ]
}

const LOAD_FAILED = 'We couldn’t load the books'

type Loaded = Exclude<Route.ComponentProps['loaderData'], LoadFailure>

export default function CollectionPage({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation()
  if (!hasLoaded(loaderData)) return <LoadError title={LOAD_FAILED} again={pathname} />
  return <Collection loaderData={loaderData} />
}

function Collection({ loaderData }: { loaderData: Loaded }) {
  const { slug, title, blurb, books } = loaderData
  const reader = loaderData.reader && readerValue('page', loaderData.reader)
  const openBook = new URLSearchParams(useLocation().search).get('book')
  const minutes = books.reduce((sum, book) => sum + book.minutes, 0)
  return (
    <div className="wrap pt-8 pb-24 md:pt-14">
      <p>
        <LineLink href={COLLECTIONS_PATH}>All collections</LineLink>
      </p>
      <h1 className="page-title">{title}</h1>
      <p className="lead mt-3 max-w-xl">{blurb}</p>
      <p className="mt-2 text-soft">{extentOf(books.length, minutes)}</p>
      <p>
        <EpubLink page={collectionPath(slug)} />
      </p>
      <ol className="collection">
        {books.map((book, i) => {
          const card = (marks?: BookMarks) => (
            <BookCard key={book.slug} book={{ ...book, marks }} eager={i < EAGER_COVERS} />
          )
          if (!reader) return card()
          return (
            <ReaderFragment key={book.slug} value={reader.pick((marks) => marks[i]!)}>
              {card}
            </ReaderFragment>
          )
        })}
      </ol>
      <BottomBar />
      {openBook !== null && <SummaryDialog key={openBook} slug={openBook} />}
    </div>
  )
}
