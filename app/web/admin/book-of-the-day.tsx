import { bookOfTheDayInput } from '../../admin/schema/book-of-the-day.ts'
import { typedText } from '../../admin/schema/list-query.ts'
import { setBookOfTheDayAs } from '../../admin/service/set-book-of-the-day.server.ts'
import { TODAY_PATH } from '../../catalogue/rules/addresses.ts'
import { longDate } from '../../platform/long-date.ts'
import { utcDay } from '../../platform/utc-clock.server.ts'
import { plannedBooksOfTheDay } from '../../catalogue/service/set-book-of-the-day.server.ts'
import { suggestedBooks } from '../../catalogue/service/edit-collection.server.ts'
import { formHeaders, readForm, submitForm } from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { FormBanner } from '../ui/field.tsx'
import { AdminPage, AdminTable } from './admin-page.tsx'
import { InputField } from './input-field.tsx'
import { redirectWithFlashMessage, takeFlashText } from './flash-messages.ts'
import type { Route } from './+types/book-of-the-day'
import { SubmitButton, TextLink } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

const PATH = '/admin/today'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = () => [{ title: 'Today’s read · Administration · Readr' }]

export async function loader({ context }: Route.LoaderArgs) {
  const [planned, suggested] = await Promise.all([plannedBooksOfTheDay(), suggestedBooks()])
  return { planned, suggested, today: utcDay(Date.now()), flash: await takeFlashText(context) }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { user, session } = requireReader(context, url)
  const form = await readForm(request)
  const answer = await submitForm(form, bookOfTheDayInput, async ({ day, book }) => {
    await setBookOfTheDayAs(user.id, day, book || null)
    return redirectWithFlashMessage(session.id, PATH, book ? 'read-chosen' : 'read-left')
  })
  if (answer instanceof Response) return answer
  const typed = { day: typedText(form, 'day'), book: typedText(form, 'book') }
  return { ...answer, data: { ...answer.data, typed } }
}

export default function BookOfTheDayAdminPage({ loaderData, actionData }: Route.ComponentProps) {
  const { planned, suggested, today, flash } = loaderData
  const errors = actionData?.result.error
  return (
    <AdminPage at={PATH} title="Today’s read" flash={actionData ? null : flash}>
      <p className="mt-4 max-w-3xl">
        Every day at midnight UTC, a different unlocked book opens to everyone at{' '}
        <TextLink href={TODAY_PATH}>{TODAY_PATH}</TextLink>. Every book gets one turn before any
        book gets a second. Here you can choose the book for a day yourself.
      </p>
      <PostForm noValidate className="mt-6 grid max-w-3xl grid-cols-1 gap-5">
        <FormBanner id="today-message" message={errors?.['']?.[0]} />
        <InputField
          name="day"
          label="Day"
          problems={errors?.['day']}
          type="date"
          min={today}
          defaultValue={actionData?.typed.day ?? today}
        />
        <datalist id="suggested-books">
          {suggested.map((book) => (
            <option key={book.slug} value={book.slug}>
              {book.title}
            </option>
          ))}
        </datalist>
        <InputField
          name="book"
          label="Book (the last part of its address, such as walden)"
          problems={errors?.['book']}
          list="suggested-books"
          required
          defaultValue={actionData?.typed.book}
        />
        <SubmitButton className="sm:justify-self-start">Choose</SubmitButton>
      </PostForm>
      {planned.length > 0 && (
        <AdminTable caption="Today and later" head={['Day', 'Book', 'Why']}>
          {planned.map(({ day, slug, title, isChosen }) => (
            <tr key={day}>
              <td>{longDate(day)}</td>
              <td>
                <TextLink href={`/admin/books/${slug}`}>{title}</TextLink>
              </td>
              <td>{isChosen ? <LeaveToTurn day={day} /> : 'Its turn'}</td>
            </tr>
          ))}
        </AdminTable>
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
