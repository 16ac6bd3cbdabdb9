import { useForm } from '@conform-to/react'
import { data } from 'react-router'
import type { z } from 'zod'
import { queryValues } from '../../catalogue/schema/lists.ts'
import type { SearchSuggestion } from '../../catalogue/service/search-suggestions.server.ts'
import { requestContextOf } from '../../middleware/request/context.server.ts'
import {
  redirectWithText,
  formHeaders,
  readForm,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { readerOfForm } from '../../middleware/require-reader.server.ts'
import {
  NEW_BOOK_REQUEST_PATH,
  newBookRequestPath,
  BOOK_REQUESTS_PATH,
} from '../../reading/rules/book-requests/address.ts'
import { newBookRequestQuery, bookRequestForm } from '../../reading/schema/book-requests.ts'
import { askForBook } from '../../reading/service/book-requests/ask-for-book.server.ts'
import { similarTo } from '../../reading/service/book-requests/find-similar-requests.server.ts'
import { LogInFirst } from '../accounts/log-in-first.tsx'
import { BottomBar } from '../shell/bottom-bar.tsx'
import { Field } from '../ui/field.tsx'
import { FieldForm, focusFirstError } from '../ui/field-form.tsx'
import { Callout } from '../ui/callout.tsx'
import './book-requests.css'
import type { Route } from './+types/new-book-request'
import { LineLink, SubmitButton, TextLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = () => [
  { title: 'Request a book · Readr' },
  { name: 'robots', content: 'noindex' },
]

export function loader({ url, context }: Route.LoaderArgs) {
  const { title } = newBookRequestQuery.parse(queryValues(url.searchParams))
  const { signedIn } = requestContextOf(context)
  return { title, reader: signedIn && { isConfirmed: signedIn.user.emailVerified } }
}

const THANKS = 'Thank you. An editor will read your request before others can see it.'

export async function action({ request, context }: Route.ActionArgs) {
  const { user, session } = readerOfForm(context, NEW_BOOK_REQUEST_PATH)
  const form = await readForm(request)
  const answer = await submitForm(form, bookRequestForm, async ({ isNew, ...input }) => {
    const similar = isNew ? [] : await similarTo(input.title)
    if (similar.length > 0) return { similar, input }
    const { status } = await askForBook(user, input)
    const isKnown = status !== 'pending'
    return redirectWithText(
      session.id,
      BOOK_REQUESTS_PATH,
      isKnown ? 'You’ve already requested this book.' : THANKS,
    )
  })
  return 'similar' in answer ? data(answer, { status: 409 }) : answer
}

export default function NewBookRequestPage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, reader } = loaderData
  return (
    <div className="wrap max-w-3xl grow pt-8 pb-24 md:pt-14">
      <p className="mb-2">
        <LineLink href={BOOK_REQUESTS_PATH}>Book requests</LineLink>
      </p>
      <h1 className="page-title">Request a book</h1>
      <p className="lead mt-3">
        Our editors read every request. When the summary is ready, everyone who voted for it gets
        one email.
      </p>
      {!reader && (
        <LogInFirst back={newBookRequestPath(title)}>
          Please log in first. You’ll come right back here.
        </LogInFirst>
      )}
      {reader && !reader.isConfirmed && (
        <p className="mt-6">
          Please confirm your email address first, so that we can tell you when the summary is
          ready. <TextLink href="/verify">Confirm it now</TextLink>
        </p>
      )}
      {reader?.isConfirmed && <RequestForm title={title} answer={actionData} />}
      <BottomBar />
    </div>
  )
}

function RequestForm({
  title,
  answer,
}: {
  title: string
  answer: Route.ComponentProps['actionData']
}) {
  const refused = answer && 'result' in answer ? answer.result : null
  const asked = answer && 'similar' in answer ? answer : null
  const [form, fields] = useForm<z.input<typeof bookRequestForm>>({
    id: 'request',
    lastResult: refused,
    defaultValue: asked?.input ?? { title },
  })
  const focus = focusFirstError([fields.title, fields.author, fields.reason])
  return (
    <FieldForm id={form.id} problem={form.errors?.[0]}>
      {asked && <IsItOneOfThese similar={asked.similar} />}
      <Field
        field={fields.title}
        label="Title"
        autoComplete="off"
        suggestFrom="/requests/suggestions"
        {...focus(fields.title)}
      />
      <Field field={fields.author} label="Author" autoComplete="off" {...focus(fields.author)} />
      <Field
        field={fields.reason as never}
        label="Why this book? Others will see your reason (optional)"
        type="textarea"
        {...focus(fields.reason)}
      />
      {asked ? (
        <SubmitButton name="isNew" value="yes" look="large" className="justify-self-start">
          None of these: send request
        </SubmitButton>
      ) : (
        <SubmitButton look="large" className="justify-self-start">
          Send request
        </SubmitButton>
      )}
    </FieldForm>
  )
}

function IsItOneOfThese({ similar }: { similar: SearchSuggestion[] }) {
  return (
    <Callout>
      <p className="font-semibold">Is it one of these?</p>
      <ul className="mt-2">
        {similar.map(({ kind, label, href }) => (
          <li key={href}>
            <LineLink href={href}>
              {kind === 'Book' ? `Read ${label}` : `Vote for ${label}`}
            </LineLink>
          </li>
        ))}
      </ul>
    </Callout>
  )
}
