import { useForm } from '@conform-to/react'
import type { z } from 'zod'
import { takeFlashMessage } from '../../accounts/service/flash-message.server.ts'
import { subscribePath, summaryPath } from '../../catalogue/rules/addresses.ts'
import { accessOf } from '../../middleware/request/context.server.ts'
import {
  redirectWithText,
  formHeaders,
  readForm,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { readerOfForm, requireReader } from '../../middleware/require-reader.server.ts'
import { sharePath, SHARES_PATH } from '../../reading/rules/sharing/address.ts'
import { firstName, SHARE_TTL_DAYS } from '../../reading/rules/sharing/share.ts'
import { shareForm } from '../../reading/schema/sharing.ts'
import { listShares } from '../../reading/service/sharing/list-shares.server.ts'
import { nextShareOn, shareSummary } from '../../reading/service/sharing/share-summary.server.ts'
import { bookOr404 } from '../catalogue/book-or-404.server.ts'
import { FlashMessage } from '../billing/flash-message.tsx'
import { Field, FormBanner } from '../ui/field.tsx'
import { ShareLink, shareView } from './share-link.tsx'
import type { Route } from './+types/share-summary'
import { ButtonLink, LineLink, SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: loaderData
      ? `Open ${loaderData.book.title} for a friend · Readr`
      : 'Page Not Found · Readr',
  },
]

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { user, session } = requireReader(context, url)
  const { id, slug, title } = await bookOr404(params.slug)
  const access = accessOf(context)
  const now = new Date()
  const { shares, isWeekUsed } = await listShares(
    { id: user.id, access, timeZone: user.timeZone },
    now,
  )
  const open = shares.find(({ book, state }) => book?.id === id && state === 'open')
  return {
    book: { slug, title },
    isSubscriber: access === 'full',
    share: open ? shareView(open, user.timeZone) : null,
    thisWeek: isWeekUsed ? { title: shares[0]!.book?.title ?? null } : null,
    nextAt: nextShareOn(now, user.timeZone),
    name: firstName(user.name),
    flash: await takeFlashMessage(session.id),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const path = sharePath(params.slug)
  const { user, session } = readerOfForm(context, path)
  return submitForm(await readForm(request), shareForm, async ({ sharedBy }) => {
    const book = await bookOr404(params.slug)
    await shareSummary(
      { id: user.id, access: accessOf(context), timeZone: user.timeZone },
      book.id,
      sharedBy,
    )
    return redirectWithText(session.id, path, 'Your link is ready. Send it to your friend.')
  })
}

export default function ShareSummaryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { book, isSubscriber, share, flash, thisWeek, nextAt } = loaderData
  return (
    <div className="wrap max-w-3xl grow pt-10 pb-24">
      <p className="mb-2">
        <LineLink href={summaryPath(book.slug)}>{book.title}</LineLink>
      </p>
      <h1 className="page-title">Open it for a friend</h1>
      <FlashMessage message={flash} />
      {!isSubscriber ? (
        <ForSubscribers book={book} />
      ) : share ? (
        <ShareLink share={share} />
      ) : thisWeek && !actionData ? (
        <p className="lead mt-3">
          You have opened {thisWeek.title ?? 'a summary'} for a friend this week. You can open the
          next one on {nextAt}.
        </p>
      ) : (
        <ShareForm data={loaderData} refused={actionData} />
      )}
      {isSubscriber && (
        <p className="mt-6">
          <LineLink href={SHARES_PATH}>Your shared summaries</LineLink>
        </p>
      )}
    </div>
  )
}

function ForSubscribers({ book }: { book: { slug: string; title: string } }) {
  return (
    <>
      <p className="lead mt-3">
        With a subscription, you can open one summary a week in full for a friend.
      </p>
      <p className="mt-6">
        <ButtonLink href={subscribePath(book.slug)} look="large">
          See the plans
        </ButtonLink>
      </p>
    </>
  )
}

interface ShareFormProps {
  data: Route.ComponentProps['loaderData']
  refused: Route.ComponentProps['actionData']
}

function ShareForm({ data: { book, name }, refused }: ShareFormProps) {
  const [form, fields] = useForm<z.input<typeof shareForm>>({
    id: 'share',
    lastResult: refused?.result ?? null,
    defaultValue: { sharedBy: name },
  })
  return (
    <>
      <p className="lead mt-3">
        Your friend can read all of {book.title} for {SHARE_TTL_DAYS} days, without an account. You
        can do this with one summary a week.
      </p>
      <PostForm id={form.id} noValidate className="mt-8 grid max-w-xl grid-cols-1 gap-5">
        <FormBanner id="share-message" message={form.errors?.[0]} />
        <Field
          field={fields.sharedBy}
          label="Your name, as your friend sees it"
          autoComplete="given-name"
          takesFocus={fields.sharedBy.errors !== undefined}
        />
        <SubmitButton look="large" className="justify-self-start">
          Create the link
        </SubmitButton>
      </PostForm>
    </>
  )
}
