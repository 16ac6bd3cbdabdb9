import { data, redirect } from 'react-router'
import { pastBookOfTheDayPath, TODAY_PATH } from '../../catalogue/rules/addresses.ts'
import { bookOfTheDay } from '../../catalogue/service/book-of-the-day.server.ts'
import { accessOf } from '../../middleware/request/context.server.ts'
import literata from '../ui/fonts/literata.woff2?url'
import { preloadedFont } from '../ui/preloaded-font.ts'
import { pastBookOfTheDay } from './book-of-the-day-cookie.server.ts'
import { WholeSummary } from './whole-summary.tsx'
import { wholeSummaryView } from './whole-summary.server.ts'
import type { Route } from './+types/past-book-of-the-day'
import { TextLink } from '../ui/controls.tsx'

const DAY = /^\d{4}-\d{2}-\d{2}$/

export const links: Route.LinksFunction = () => [preloadedFont(literata)]

export const handle = { withoutScripts: true }

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `${loaderData.view.book.title} · Readr` : 'Page Not Found · Readr' },
  { name: 'robots', content: 'noindex' },
]

/** Who opened the book on its day can finish it the next day; all others get its own page. */
export async function loader({ params: { date }, request, context }: Route.LoaderArgs) {
  if (!DAY.test(date)) throw data(null, { status: 404 })
  const read = await pastBookOfTheDay(date, request.headers.get('Cookie'))
  if ('path' in read) throw redirect(read.path)
  return {
    view: await wholeSummaryView('today', read.book, pastBookOfTheDayPath(date)),
    access: accessOf(context),
    today: (await bookOfTheDay())?.book.title ?? null,
  }
}

export default function PastBookOfTheDayPage({ loaderData }: Route.ComponentProps) {
  const { view, access, today } = loaderData
  return (
    <WholeSummary
      view={view}
      access={access}
      heading="Still open for you"
      next="Now a different book is open to everyone."
    >
      You opened it when it was today’s read, so you have until midnight UTC to finish it.{' '}
      {today && (
        <>
          Open to everyone now: <TextLink href={TODAY_PATH}>{today}</TextLink>
        </>
      )}
    </WholeSummary>
  )
}
