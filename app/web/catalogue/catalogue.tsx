import { numberText } from '../../platform/number-text.ts'
import { useEffect } from 'react'
import {
  data,
  Link,
  type LoaderFunctionArgs,
  useLocation,
  useNavigate,
  useNavigation,
} from 'react-router'
import type { SignedIn } from '../../accounts/service/resume-session.server.ts'
import { newBookRequestPath } from '../../reading/rules/book-requests/address.ts'
import { shortened } from '../../reading/rules/home.ts'
import { bookOfTheDayId } from '../../catalogue/service/book-of-the-day.server.ts'
import { marksFor } from '../../reading/service/get-marks.server.ts'
import { env } from '../../platform/env.server.ts'
import { genreBySlug } from '../../catalogue/rules/genres.ts'
import { topicBySlug } from '../../catalogue/rules/topics.ts'
import { pageCount } from '../../catalogue/rules/lists.ts'
import { askPath, SITE_PREVIEW_IMAGE, topicPath } from '../../catalogue/rules/addresses.ts'
import { listPageQuery, queryValues } from '../../catalogue/schema/lists.ts'
import { biggestTopics, genresWithCounts } from '../../catalogue/service/count-books.server.ts'
import { listBooks } from '../../catalogue/service/list-books.server.ts'
import { reasonsOf } from '../../catalogue/service/reasons.server.ts'
import { BookCard, BookCardSkeletons } from './book-card.tsx'
import { listedBookCard } from './book-card-view.ts'
import { isListStale, isOverSameList, listAddress } from './list-address.ts'
import type { CatalogueData, CatalogueList, CatalogueReader } from './catalogue-data.ts'
import { Filters } from './filters.tsx'
import { InfiniteList } from './infinite-list.tsx'
import { TopicChips } from './topic-chips.tsx'
import { SummaryDialog } from './summary-dialog.tsx'
import { cached } from '../../middleware/cache/caching.server.ts'
import { type CachedPageArgs, cachedPage } from '../../middleware/cache/cached-page.server.ts'
import { limitSearches } from '../../middleware/limit-searches.server.ts'
import { errorPageOnDomainError } from '../shell/error-page-on-domain-error.ts'
import { BottomBar } from '../shell/bottom-bar.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import { LineLink } from '../ui/controls.tsx'
import { hasLoaded, withLoadTimeout } from '../ui/load-timeout.ts'
import type { Route } from './+types/catalogue'
import { HubTabs } from '../shell/hub-tabs.tsx'

export const handle = { bottomBar: true }

const TOPICS_TO_TRY = 8
const TITLE_SEARCH_CHARS = 60

const loadPage = cachedPage(
  {
    parameters: ['search', 'genre', 'sort', 'page', 'from', 'book'],
    // Searches are too many to keep a page for each reader's.
    variant: ({ signedIn, url: { searchParams } }) =>
      signedIn && ['search', 'from', 'book'].some((name) => searchParams.has(name)) ? null : '',
  },
  loadCatalogue,
)

export const loader = cached(loadPage.caching, async (args: LoaderFunctionArgs) => {
  const isSearch = Boolean(args.url.searchParams.get('search'))
  if (isSearch) await errorPageOnDomainError(limitSearches(args.context))
  return loadPage(args)
})

async function loadCatalogue({ url, params, access }: CachedPageArgs) {
  const { from, ...asked } = listPageQuery.parse(queryValues(url.searchParams))
  const genre = 'genre' in params ? genreBySlug(String(params.genre))?.slug : asked.genre
  const topic = 'topic' in params ? topicBySlug(String(params.topic)) : null
  if (genre === undefined || topic === undefined) throw data(null, { status: 404 })
  const query = { ...asked, genre }
  const [list, genres] = await Promise.all([
    listBooks(access, { ...query, from }, null, topic?.slug),
    genresWithCounts(topic?.slug),
  ])
  const today = await bookOfTheDayId()
  const reasons = await reasonsOf(access, list)
  const ids = list.books.map((book) => book.id)
  const { pathname } = url
  const genreLabel = query.genre ? genreBySlug(query.genre)!.label : null
  const common: CatalogueList = {
    pathname: pathname.replace(/\.data$/, ''),
    query,
    from: list.from,
    topic,
    genreLabel,
    title: query.search
      ? `Results for “${shortened(query.search, TITLE_SEARCH_CHARS)}”`
      : (topic?.label ?? genreLabel ?? 'Books'),
    books: list.books.map((book) =>
      listedBookCard(book, access, null, today, reasons.get(book.id)),
    ),
    closest: list.closest.map((book) => listedBookCard(book, access, null, today)),
    total: list.total,
    pages: pageCount(list.total),
    hasMore: list.hasMore,
    corrected: list.corrected,
    topicsToTry: query.search && list.total === 0 ? await biggestTopics(TOPICS_TO_TRY) : [],
    genreCounts: genres.map(({ count }) => count),
    origin: env().appUrl,
  }
  const reader = async (signedIn: SignedIn): Promise<CatalogueReader> => {
    const marksOf = await marksFor(signedIn.user.id, ids)
    return { marks: ids.map(marksOf) }
  }
  return { data: common, reader }
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return withLoadTimeout(request, () => serverLoader())
}

export const shouldRevalidate = isListStale

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [{ title: 'Books · Readr' }]
  if (!hasLoaded(loaderData)) return [{ title: `${LOAD_FAILED} · Readr` }]
  const { query, topic, genreLabel, origin, pages, total } = loaderData
  const inGenre = genreLabel ? ` in ${genreLabel}` : ''
  const list = topic ? topic.label + inGenre : (genreLabel ?? 'Books')
  const what = query.search ? `“${query.search}”${topic ? ` in ${list}` : inGenre}` : list
  const page = query.page > 1 ? `, page ${query.page}` : ''
  const canonical =
    origin +
    (topic
      ? listAddress(topicPath(topic.slug), { genre: query.genre, page: query.page })
      : listAddress(query.genre ? `/browse/books/${query.genre}` : '/browse/books', {
          page: query.page,
        }))
  return [
    ...pageMeta({
      title: `${what}${page} · Readr`,
      description:
        what !== 'Books'
          ? `${list} book summaries: the key ideas of each book in one sitting.`
          : 'Browse short book summaries by genre, author, and title.',
      url: canonical,
      image: origin + SITE_PREVIEW_IMAGE,
      imageAlt: 'Readr: the ideas of great books',
    }),
    // Search engines should not index searches and empty pages.
    ...(query.search || total === 0 || query.page > pages
      ? [{ name: 'robots', content: 'noindex' }]
      : []),
  ]
}

export default function CataloguePage({ loaderData }: Route.ComponentProps) {
  return hasLoaded(loaderData) ? <Catalogue loaderData={loaderData} /> : <Unreachable />
}

const LOAD_FAILED = 'We couldn’t load the books'

function Unreachable() {
  const { pathname, search } = useLocation()
  return <LoadError title={LOAD_FAILED} again={pathname + search} />
}

function Catalogue({ loaderData }: { loaderData: CatalogueData }) {
  const { query, topic, genreLabel, total } = loaderData
  const location = useLocation()
  const navigation = useNavigation()
  const navigate = useNavigate()
  const openBook = new URLSearchParams(location.search).get('book')
  const selected = selectedBook(location.state)

  // Other pages and the mobile app can pass a book to open in the navigation state.
  useEffect(() => {
    if (!selected || openBook) return
    const over = new URLSearchParams(location.search)
    over.set('book', selected)
    void navigate(
      { search: `?${over}` },
      { replace: true, mask: `/summaries/${selected}`, preventScrollReset: true },
    )
  }, [selected, openBook, location.search, navigate])

  const next = navigation.location
  const listChanges =
    navigation.state === 'loading' &&
    next !== undefined &&
    /^\/browse\/(?:books|topics)(?:\/|$)/.test(next.pathname) &&
    !isOverSameList(location, next)

  return (
    <div className="wrap pt-8 pb-24 md:pt-8">
      <HubTabs hub="Books" />
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h1 className="page-title">{loaderData.title}</h1>
          <p className="mt-1.5 text-soft" role="status">
            {bookCountLabel(total)}
            {(query.search || topic) && genreLabel ? ` in ${genreLabel}` : ''}
            {loaderData.corrected && '. No exact match; these are similar.'}
          </p>
          {query.search && (
            <LineLink
              href={askPath(query.search)}
            >{`Ask the library: ${shortened(query.search, TITLE_SEARCH_CHARS)}`}</LineLink>
          )}
        </div>
        <Filters loaderData={loaderData} />
      </div>
      <div className="mt-8 md:mt-10">
        {listChanges ? <BookCardSkeletons /> : <Books loaderData={loaderData} />}
      </div>
      <BottomBar />
      {openBook !== null && <SummaryDialog key={openBook} slug={openBook} />}
    </div>
  )
}

function Books({ loaderData }: { loaderData: CatalogueData }) {
  const { query, books, closest, pages, pathname, topicsToTry } = loaderData
  if (books.length > 0) return <InfiniteList loaderData={loaderData} />
  if (query.page > 1) {
    return (
      <EmptyList title={`There is no page ${query.page}`}>
        <Link to={listAddress(pathname, { ...query, page: pages })} className="button mt-6">
          {pages === 1 ? 'Go to the first page' : `Go to the last page (${pages})`}
        </Link>
      </EmptyList>
    )
  }
  return (
    <EmptyList title="No Results Found">
      <p className="mt-2 max-w-md text-soft">
        {query.search
          ? 'Nothing comes close. Try fewer or different words: a title, an author, or a topic.'
          : 'There are no summaries here yet. New ones are added every week.'}
      </p>
      <Link to="/browse/books" className="button mt-6">
        Browse Books
      </Link>
      {query.search && (
        <a
          href={newBookRequestPath(query.search)}
          className="text-link mt-3 inline-flex min-h-11 items-center"
        >
          Request this book
        </a>
      )}
      {closest.length > 0 && (
        <section aria-labelledby="closest" className="mt-10 w-full text-left">
          <h3 id="closest" className="mb-4 text-center font-semibold">
            The closest we have
          </h3>
          <ul className="book-grid">
            {closest.map((book) => (
              <BookCard key={book.slug} book={book} eager={false} heading="h3" />
            ))}
          </ul>
        </section>
      )}
      {topicsToTry.length > 0 && (
        <div className="mt-10 flex max-w-md flex-wrap justify-center">
          <h3 className="mb-2 w-full font-semibold">Topics to try</h3>
          <TopicChips topics={topicsToTry} />
        </div>
      )}
    </EmptyList>
  )
}

function EmptyList({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col items-center py-16 text-center">
      <h2 className="text-2xl">{title}</h2>
      {children}
    </div>
  )
}

function bookCountLabel(total: number): string {
  return total === 1 ? '1 book' : `${numberText(total)} books`
}

function selectedBook(state: unknown): string | null {
  const given = (state as { selectedBook?: unknown } | null)?.selectedBook
  const slug =
    typeof given === 'object' && given !== null ? (given as { slug?: unknown }).slug : given
  return typeof slug === 'string' && /^[a-z0-9-]{1,120}$/.test(slug) ? slug : null
}
