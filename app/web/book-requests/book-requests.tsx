import { numberText } from '../../platform/number-text.ts'
import { cached } from '../../middleware/cache/caching.server.ts'
import { redirect } from 'react-router'
import { saveFlashMessage, takeFlashMessage } from '../../accounts/service/flash-message.server.ts'
import { SITE_PREVIEW_IMAGE } from '../../catalogue/rules/addresses.ts'
import { queryValues } from '../../catalogue/schema/lists.ts'
import { requestContextOf } from '../../middleware/request/context.server.ts'
import { formHeaders, readForm, submitForm } from '../../middleware/form-action.server.ts'
import { readerOfForm } from '../../middleware/require-reader.server.ts'
import { env } from '../../platform/env.server.ts'
import {
  NEW_BOOK_REQUEST_PATH,
  bookRequestFragment,
  bookRequestsAddress,
} from '../../reading/rules/book-requests/address.ts'
import { BOOK_REQUESTS_ON_PAGE, statusesOf } from '../../reading/rules/book-requests/status.ts'
import { bookRequestsPageQuery, voteForm } from '../../reading/schema/book-requests.ts'
import {
  listBookRequests,
  unpublishedBookRequests,
} from '../../reading/service/book-requests/list-book-requests.server.ts'
import { vote } from '../../reading/service/book-requests/vote.server.ts'
import { FlashMessage } from '../billing/flash-message.tsx'
import { BottomBar } from '../shell/bottom-bar.tsx'
import { Callout } from '../ui/callout.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import { labelOf, BookRequestFilters } from './book-request-filters.tsx'
import { BookRequestItem } from './book-request-item.tsx'
import './book-requests.css'
import type { Route } from './+types/book-requests'
import { ButtonLink } from '../ui/controls.tsx'
import { HubTabs } from '../shell/hub-tabs.tsx'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [{ title: 'Book requests · Readr' }]
  const { query, origin } = loaderData
  const page = query.page > 1 ? `, page ${query.page}` : ''
  return [
    ...pageMeta({
      title: `Book requests${page} · Readr`,
      description: 'Which books should Readr summarize next? Request one, and vote for others.',
      url: origin + bookRequestsAddress({ ...query, search: '' }),
      image: origin + SITE_PREVIEW_IMAGE,
      imageAlt: 'Readr: the ideas of great books',
    }),
    ...(query.search === '' ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}

export const loader = cached({ serverKeeps: false }, async ({ url, context }: Route.LoaderArgs) => {
  const query = bookRequestsPageQuery.parse(queryValues(url.searchParams))
  const { signedIn } = requestContextOf(context)
  const userId = signedIn?.user.id ?? null
  const isStart =
    bookRequestsAddress(query) === bookRequestsAddress({ ...query, search: '', page: 1 })
  const [list, own, flash] = await Promise.all([
    listBookRequests(userId, { ...query, statuses: statusesOf(query.show) }),
    userId !== null && isStart && query.show === 'wanted' ? unpublishedBookRequests(userId) : [],
    signedIn && takeFlashMessage(signedIn.session.id),
  ])
  return { query, list, own, flash, isSignedIn: signedIn !== null, origin: env().appUrl }
})

export async function action({ request, url, context }: Route.ActionArgs) {
  const query = bookRequestsPageQuery.parse(queryValues(url.searchParams))
  const page = bookRequestsAddress(query)
  const { user, session } = readerOfForm(context, page)
  return submitForm(await readForm(request), voteForm, async (input) => {
    await vote(user, input.request, input.vote === 'add')
    if (input.vote === 'remove') await saveFlashMessage(session.id, 'Your vote has been removed.')
    return redirect(`${page}#${bookRequestFragment(input.request)}`, 303)
  })
}

export default function BookRequestsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { query, list, own, flash, isSignedIn } = loaderData
  const problem = actionData && Object.values(actionData.result.error ?? {}).flat()[0]
  const action = bookRequestsAddress(query)
  return (
    <div className="wrap grow pt-8 pb-24 md:pt-8">
      <HubTabs hub="Books" />
      <div className="requests-head">
        <div>
          <h1 className="page-title">Book requests</h1>
          <p className="lead mt-3">
            Which book should we summarize next? Request one, and vote for the ones you want to
            read.
          </p>
        </div>
        <ButtonLink href={NEW_BOOK_REQUEST_PATH} look="large">
          Request a book
        </ButtonLink>
      </div>
      {problem ? (
        <Callout isProblem className="mt-6">
          {problem}
        </Callout>
      ) : (
        <FlashMessage message={flash} />
      )}
      {own.length > 0 && (
        <section aria-labelledby="own-requests" className="requests-own">
          <h2 id="own-requests" className="text-2xl">
            Your requests
          </h2>
          <p className="mt-1 text-soft">
            Only you can see these. An editor reads every request before others can see it.
          </p>
          <ol className="requests-list">
            {own.map((request) => (
              <BookRequestItem key={request.id} request={request} action={action} isSignedIn />
            ))}
          </ol>
        </section>
      )}
      <BookRequestFilters query={query} />
      <Found query={query} list={list} action={action} isSignedIn={isSignedIn} />
      <PageLinks query={query} list={list} />
      <BottomBar />
    </div>
  )
}

type Data = Route.ComponentProps['loaderData']

function Found({
  query,
  list,
  action,
  isSignedIn,
}: Pick<Data, 'query' | 'list' | 'isSignedIn'> & { action: string }) {
  if (list.requests.length === 0) {
    return (
      <div className="py-16 text-center">
        <h2 className="text-2xl">
          {query.search === '' ? 'Nothing here yet' : 'Nobody has requested this yet'}
        </h2>
        <p className="mt-2 text-soft">
          {query.search === ''
            ? 'Be the first to request a book.'
            : 'Request it, or try other words.'}
        </p>
      </div>
    )
  }
  return (
    <>
      <h2 className="sr-only">{labelOf(query.show)}</h2>
      <ol className="requests-list">
        {list.requests.map((request) => (
          <BookRequestItem
            key={request.id}
            request={request}
            action={action}
            isSignedIn={isSignedIn}
          />
        ))}
      </ol>
    </>
  )
}

function PageLinks({ query, list }: Pick<Data, 'query' | 'list'>) {
  const pages = Math.max(1, Math.ceil(list.total / BOOK_REQUESTS_ON_PAGE))
  const { page } = query
  if (pages === 1) return null
  const to = (other: number) => bookRequestsAddress({ ...query, page: other })
  return (
    <nav aria-label="Pages" className="mt-10 flex flex-wrap items-center gap-3">
      {page > 1 && (
        <ButtonLink href={to(Math.min(page - 1, pages))} rel="prev" look="quiet">
          Previous page
        </ButtonLink>
      )}
      <span className="text-soft">
        Page {numberText(page)} of {numberText(pages)}
      </span>
      {list.hasMore && (
        <ButtonLink href={to(page + 1)} rel="next" look="quiet">
          Next page
        </ButtonLink>
      )}
    </nav>
  )
}
