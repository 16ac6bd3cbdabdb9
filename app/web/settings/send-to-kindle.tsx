import { redirectWithText } from '../../middleware/form-action.server.ts'
import { LIMITS } from '../../accounts/rules/rate-limits.ts'
import { consumeAttempt } from '../../accounts/service/rate-limits.server.ts'
import { takeFlashMessage } from '../../accounts/service/flash-message.server.ts'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { readerOfForm, requireReader } from '../../middleware/require-reader.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { KINDLE_PATH, sendPath } from '../../reading/rules/kindle.ts'
import { deliveryOf, kindleSettings } from '../../reading/service/kindle-settings.server.ts'
import { sendToKindle } from '../../reading/service/send-to-kindle.server.ts'
import { bookOr404 } from '../catalogue/book-or-404.server.ts'
import { FlashMessage } from '../billing/flash-message.tsx'
import { EpubLink } from '../epub/epub-link.tsx'
import type { Route } from './+types/send-to-kindle'
import { ButtonLink, LineLink, SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

export const handle = { withoutScripts: true, bottomBar: true }

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: loaderData
      ? `Send ${loaderData.book.title} to Kindle · Readr`
      : 'Page Not Found · Readr',
  },
]

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { user, session } = requireReader(context, url)
  const { id, slug, title } = await bookOr404(params.slug)
  const [{ kindle }, delivery, flash] = await Promise.all([
    kindleSettings(user.id),
    deliveryOf(user.id, id),
    takeFlashMessage(session.id),
  ])
  return { book: { slug, title }, kindle, delivery, flash }
}

export async function action({ params, context }: Route.ActionArgs) {
  const path = sendPath(params.slug)
  const { user, session } = readerOfForm(context, path)
  const book = await bookOr404(params.slug)
  try {
    await consumeAttempt([{ limit: LIMITS.kindle, by: String(user.id) }])
    const count = await sendToKindle(user.id, [book.id])
    return await redirectWithText(session.id, path, count > 0 ? ON_ITS_WAY : SENT_BEFORE)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return redirectWithText(session.id, path, error.message, true)
  }
}

const ON_ITS_WAY = 'It is on its way to your Kindle. Amazon may take a few minutes.'
const SENT_BEFORE = 'This summary was already sent to this Kindle and has not changed since.'

export default function SendToKindlePage({ loaderData }: Route.ComponentProps) {
  const { book, kindle, delivery, flash } = loaderData
  return (
    <div className="wrap max-w-3xl pt-10 pb-24">
      <p className="mb-2">
        <LineLink href={summaryPath(book.slug)}>{book.title}</LineLink>
      </p>
      <h1 className="page-title">Send to Kindle</h1>
      <FlashMessage message={flash} />
      {kindle ? (
        <>
          <p className="lead mt-3">
            {book.title}, to <span className="wrap-anywhere">{kindle.address}</span>
          </p>
          {delivery && !flash && <p className="mt-3 text-soft">{delivery.text}</p>}
          <PostForm className="mt-6">
            <SubmitButton look="large">Send</SubmitButton>
          </PostForm>
          <p className="mt-6">
            <LineLink href={KINDLE_PATH}>Change your Kindle</LineLink>
          </p>
        </>
      ) : (
        <>
          <p className="lead mt-3">
            First, tell us your Kindle’s email address. It takes a minute.
          </p>
          <p className="mt-6">
            <ButtonLink href={KINDLE_PATH} look="large">
              Add your Kindle
            </ButtonLink>
          </p>
        </>
      )}
      <p className="mt-2">
        <EpubLink page={summaryPath(book.slug)} />
      </p>
      <p>
        <EpubLink page={summaryPath(book.slug)} hasNotes />
      </p>
    </div>
  )
}
