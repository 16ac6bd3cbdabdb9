import { takeFlashMessage } from '../../accounts/service/flash-message.server.ts'
import { coverPath } from '../../catalogue/rules/addresses.ts'
import { genreLabel } from '../../catalogue/rules/genres.ts'
import { queryValues } from '../../catalogue/schema/lists.ts'
import {
  redirectWithText,
  formHeaders,
  readForm,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { readerOfForm, requireReader } from '../../middleware/require-reader.server.ts'
import { yearPath } from '../../reading/rules/my-year.ts'
import { remindersPath } from '../../reading/rules/reminders/address.ts'
import { yearOf } from '../../reading/rules/reader-clock.server.ts'
import { goalForm, year } from '../../reading/schema/my-year.ts'
import { myYear } from '../../reading/service/my-year.server.ts'
import { setGoal } from '../../reading/service/reading-goal.server.ts'
import { BottomBar } from '../shell/bottom-bar.tsx'
import { Callout } from '../ui/callout.tsx'
import { ThisMonth } from './this-month.tsx'
import { Year } from './year.tsx'
import './my-year.css'
import type { Route } from './+types/my-year'
import { ButtonLink, TextLink } from '../ui/controls.tsx'
import { HubTabs } from '../shell/hub-tabs.tsx'

export const handle = { withoutScripts: true, bottomBar: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Your ${loaderData?.year ?? 'Year'} in Books · Readr` },
]

export async function loader({ url, context }: Route.LoaderArgs) {
  const { user, session } = requireReader(context, url)
  // An invalid year shows the latest one.
  const wanted = year.safeParse(queryValues(url.searchParams)['year']).data ?? null
  const now = new Date()
  const [{ genres, finished, passage, thisMonth, ...mine }, message] = await Promise.all([
    myYear(user, wanted, now),
    takeFlashMessage(session.id),
  ])
  return {
    ...mine,
    genres: genres.map(({ genre, books }) => ({ label: genreLabel(genre), books })),
    finished: finished.map((book) => ({
      slug: book.slug,
      title: book.title,
      author: book.author,
      cover: coverPath(book),
    })),
    passage: passage && {
      id: passage.id,
      exact: passage.exact,
      text: passage.text,
      book: { slug: passage.book.slug, title: passage.book.title, author: passage.book.author },
    },
    thisMonth: wanted === null || wanted === yearOf(now, user.timeZone ?? 'UTC') ? thisMonth : null,
    isZoneKnown: user.timeZone !== null,
    message: message?.text ?? null,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { user, session } = readerOfForm(context, yearPath())
  return submitForm(await readForm(request), goalForm, async ({ intent, ...goal }) => {
    await setGoal(user.id, intent === 'set' ? goal : null)
    const text = intent === 'set' ? 'Your goal has been saved.' : 'Your goal has been removed.'
    return redirectWithText(session.id, yearPath(), text)
  })
}

export default function MyYearPage({ loaderData, actionData }: Route.ComponentProps) {
  const { thisMonth, isZoneKnown, message, years } = loaderData
  const problem = Object.values(actionData?.result.error ?? {}).flat()[0]
  return (
    <div className="wrap max-w-3xl grow pt-6 pb-20 md:pt-10">
      <HubTabs hub="My List" />
      <h1 className="page-title">Your reading</h1>
      {(problem || (message && !actionData)) && (
        <Callout isProblem={Boolean(problem)} className="mt-6">
          {problem ?? message}
        </Callout>
      )}
      {years.length > 0 ? (
        <>
          {thisMonth && <ThisMonth {...thisMonth} />}
          <Year {...loaderData} />
        </>
      ) : (
        <>
          <p className="lead mt-3">
            Mark a summary as read or highlight a sentence, and it counts here: by month, by year,
            and as a picture to share.
          </p>
          <p className="mt-6">
            <ButtonLink href="/browse/books">Find something to read</ButtonLink>
          </p>
          {thisMonth && <ThisMonth {...thisMonth} />}
        </>
      )}
      {!isZoneKnown && (
        <p className="mt-8 text-soft">
          Days, weeks, and months begin at midnight UTC until you{' '}
          <TextLink href={`${remindersPath}#zone`}>choose your time zone</TextLink>.
        </p>
      )}
      <BottomBar />
    </div>
  )
}
