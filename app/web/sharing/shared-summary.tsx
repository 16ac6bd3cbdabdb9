import { data } from 'react-router'
import { readerDate } from '../../accounts/rules/reader-date.ts'
import type { Access } from '../../catalogue/rules/access.ts'
import { previewImagePath, subscribePath, summaryPath } from '../../catalogue/rules/addresses.ts'
import { accessOf, requestContextOf } from '../../middleware/request/context.server.ts'
import { requireWholePage } from '../../middleware/require-reader.server.ts'
import { env } from '../../platform/env.server.ts'
import { sharedPath } from '../../reading/rules/sharing/address.ts'
import { makesPreviews, MAX_OPENINGS, SHARE_TTL_DAYS } from '../../reading/rules/sharing/share.ts'
import { openSharedSummary } from '../../reading/service/sharing/open-shared-summary.server.ts'
import { WholeSummary } from '../catalogue/whole-summary.tsx'
import { wholeSummaryView } from '../catalogue/whole-summary.server.ts'
import literata from '../ui/fonts/literata.woff2?url'
import { pageMeta } from '../ui/page-meta.ts'
import { preloadedFont } from '../ui/preloaded-font.ts'
import { openedShare, openedShareCookie } from './opened-share-cookie.server.ts'
import type { Route } from './+types/shared-summary'
import { ButtonLink, TextLink } from '../ui/controls.tsx'

export const links: Route.LinksFunction = () => [preloadedFont(literata)]

export const handle = { withoutScripts: true }

export const headers: Route.HeadersFunction = () => ({
  // Other sites never see the address. Not "no-referrer", with which browsers send "Origin: null" with the
  // forms of the page.
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
})

const NOINDEX = { name: 'robots', content: 'noindex' }

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [{ title: 'Page Not Found · Readr' }, NOINDEX]
  if (loaderData.state === 'ended') return [{ title: 'This link has ended · Readr' }, NOINDEX]
  const { book, sharedBy, origin } = loaderData
  return [
    ...pageMeta({
      title: `${sharedBy} opened ${book.title} for you · Readr`,
      description: book.blurb,
      url: null,
      image: origin + book.previewImage,
      imageAlt: `The cover of ${book.title} by ${book.author}`,
      type: 'article',
    }),
    NOINDEX,
  ]
}

export async function loader({ request, url, params: { token }, context }: Route.LoaderArgs) {
  requireWholePage(request, url)
  const requestContext = requestContextOf(context)
  const share = await openSharedSummary(token, {
    userId: requestContext.signedIn?.user.id ?? null,
    openedId: await openedShare(request.headers.get('Cookie')),
    isPreview: requestContext.isHead || makesPreviews(request.headers.get('User-Agent')),
  })
  if (!share) throw data(null, { status: 404 })
  const { slug, title, author, blurb, locked } = share.book
  const common = {
    book: { slug, title, author, blurb, locked, previewImage: previewImagePath(share.book) },
    access: accessOf(context),
    origin: env().appUrl,
  }
  if (share.state === 'ended') {
    return data({ ...common, state: share.state, why: share.why }, { status: 410 })
  }
  if (share.isNew) requestContext.cookies.push(await openedShareCookie(sharedPath(token), share))
  const { state, sharedBy, isOwn } = share
  return data({
    ...common,
    state,
    sharedBy,
    isOwn,
    until: readerDate(share.expiresAt, requestContext.signedIn?.user.timeZone ?? null),
    view: state === 'open' ? await wholeSummaryView('shared', share.book, summaryPath(slug)) : null,
  })
}

export default function SharedSummaryPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.state === 'ended') return <Ended {...loaderData} />
  const { view, access, book, sharedBy, isOwn, until } = loaderData
  const heading = `${sharedBy} opened this summary for you`
  if (!view) return <Outside heading={heading} book={book} />
  const isFull = access === 'full'
  return (
    <WholeSummary
      view={view}
      access={access}
      heading={heading}
      next={isFull ? 'You have full access.' : 'There are many more summaries like this one.'}
    >
      {isOwn && 'This is what your friend sees. '}
      The whole summary is open until {until}. No account needed.{' '}
      {!isFull && <TextLink href="/subscribe">Get Readr for yourself</TextLink>}
    </WholeSummary>
  )
}

interface SharedBook {
  slug: string
  title: string
  author: string
  blurb: string
  locked: boolean
}

/** What programs see that only show what a link leads to. */
function Outside({ heading, book }: { heading: string; book: SharedBook }) {
  return (
    <div className="wrap max-w-3xl grow pt-10 pb-24">
      <h1 className="page-title">{heading}</h1>
      <About book={book} />
      <p className="mt-6">Open the link in a browser to read all of it.</p>
    </div>
  )
}

function About({ book: { title, author, blurb } }: { book: SharedBook }) {
  return (
    <>
      <p className="mt-6 font-semibold wrap-anywhere">
        {title} by {author}
      </p>
      <p className="mt-2 font-serif text-lg text-soft" dir="auto">
        {blurb}
      </p>
    </>
  )
}

const REASONS = {
  expired: `It was open for ${SHARE_TTL_DAYS} days.`,
  'used-up': `It has been opened in ${MAX_OPENINGS} browsers, which is the limit for a link.`,
  over: 'It is no longer shared.',
}

function Ended({
  book,
  access,
  why,
}: {
  book: SharedBook
  access: Access
  why: keyof typeof REASONS
}) {
  const isFree = !book.locked && access !== 'full'
  return (
    <div className="wrap max-w-3xl grow pt-10 pb-24">
      <h1 className="page-title">This link no longer opens the summary</h1>
      <p className="lead mt-3">
        {REASONS[why]} {isFree && 'The beginning is open to everyone.'}
      </p>
      <About book={book} />
      <p className="mt-6 flex flex-wrap gap-3">
        {access === 'full' ? (
          <ButtonLink href={summaryPath(book.slug)} look="large">
            Read it in your library
          </ButtonLink>
        ) : (
          <>
            {isFree && (
              <ButtonLink href={summaryPath(book.slug)} look="large">
                Read the beginning
              </ButtonLink>
            )}
            <a
              href={subscribePath(book.slug)}
              className={`button button-large ${isFree ? 'button-quiet' : ''}`}
            >
              See the plans
            </a>
          </>
        )}
      </p>
    </div>
  )
}
