import { bookOfTheDayInput } from '../../admin/schema/book-of-the-day.ts'
import { setBookOfTheDayAs } from '../../admin/service/set-book-of-the-day.server.ts'
import { TODAY_PATH } from '../../catalogue/rules/addresses.ts'
import { longDate } from '../../platform/long-date.ts'
import { utcDay } from '../../platform/utc-clock.server.ts'
import { plannedBooksOfTheDay } from '../../catalogue/service/set-book-of-the-day.server.ts'
import { suggestedBooks } from '../../catalogue/service/edit-collection.server.ts'
import { formHeaders, readForm, submitForm } from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { AdminForm, SuggestedBooks } from './admin-form.tsx'
import { AdminList, AdminPage } from './admin-page.tsx'
import { redirectWithFlashMessage, takeFlashText } from './flash-messages.ts'
import type { Route } from './+types/book-of-the-day'
import { SubmitButton, TextLink } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

const PATH = '/admin/today'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export async function loader({ context }: Route.LoaderArgs) {
  const [planned, suggested] = await Promise.all([plannedBooksOfTheDay(), suggestedBooks()])
  return { planned, suggested, today: utcDay(Date.now()), flash: await takeFlashText(context) }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { user, session } = requireReader(context, url)
  return submitForm(await readForm(request), bookOfTheDayInput, async ({ day, book }) => {
    await setBookOfTheDayAs(user.id, day, book || null)
    return redirectWithFlashMessage(session.id, PATH, book ? 'read-chosen' : 'read-left')
  })
}

export default function BookOfTheDayAdminPage({ loaderData, actionData }: Route.ComponentProps) {
  const { planned, suggested, today, flash } = loaderData
  return (
    <AdminPage at={PATH} title="Today’s read" flash={actionData ? null : flash}>
      <p className="mt-4 max-w-3xl">
        Every day at midnight UTC, a different unlocked book opens to everyone at{' '}
        <TextLink href={TODAY_PATH}>{TODAY_PATH}</TextLink>. Every book gets one turn before any
        book gets a second. Here you can choose the book for a day yourself.
      </p>
      <AdminForm
        id="today"
        refused={actionData}
        values={{ day: today }}
        fields={[
          { name: 'day', label: 'Day', type: 'date', min: today },
          {
            name: 'book',
            label: 'Book (the last part of its address, such as walden)',
            list: 'suggested-books',
            required: true,
          },
        ]}
        buttons={[{ children: 'Choose' }]}
      >
        <SuggestedBooks books={suggested} />
      </AdminForm>
      {planned.length > 0 && (
        <AdminList
          caption="Today and later"
          rows={planned.map(({ day, slug, title, isChosen }) => ({
            Day: longDate(day),
            Book: { href: `/admin/books/${slug}`, text: title },
            Why: isChosen ? <LeaveToTurn day={day} /> : 'Its turn',
          }))}
        />
      )}
    </AdminPage>
  )
}

function LeaveToTurn({ day }: { day: string }) {
  return (
    <PostForm className="flex flex-wrap items-center gap-3">
      Chosen
      <input type="hidden" name="day" value={day} />
      <SubmitButton name="book" value="" look="quiet">
        Undo<span className="sr-only"> the choice for {longDate(day)}</span>
      </SubmitButton>
    </PostForm>
  )
}
