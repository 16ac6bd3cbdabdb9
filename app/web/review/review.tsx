import { data, redirect } from 'react-router'
import { saveAsksQuestions, saveTimeZone } from '../../accounts/service/save-preferences.server.ts'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { publicId } from '../../catalogue/rules/public-id.ts'
import { accessOf } from '../../middleware/request/context.server.ts'
import { readForm } from '../../middleware/form-action.server.ts'
import { readerOfForm, requireReader } from '../../middleware/require-reader.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { reviewPath } from '../../reading/rules/review/address.ts'
import { cardAnswerForm, questionsForm } from '../../reading/schema/review.ts'
import { answerCard } from '../../reading/service/review/answer-card.server.ts'
import {
  listQuestions,
  listReview,
  type ReviewCard,
} from '../../reading/service/review/list-review.server.ts'
import { bookOr404 } from '../catalogue/book-or-404.server.ts'
import literata from '../ui/fonts/literata.woff2?url'
import { preloadedFont } from '../ui/preloaded-font.ts'
import { ReviewCardPage, type ReviewCardView } from './review-card-page.tsx'
import { HubTabs } from '../shell/hub-tabs.tsx'
import { ReviewEnd } from './review-end.tsx'
import './review.css'
import type { Route } from './+types/review'

export const links: Route.LinksFunction = () => [preloadedFont(literata)]

export const handle = { withoutScripts: true }

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [{ title: 'Page Not Found · Readr' }]
  const { book, card, answered, total } = loaderData
  const title = book ? `Questions about ${book.title}` : 'Daily Review'
  return [{ title: `${title}${card ? `, ${answered + 1} of ${total}` : ''} · Readr` }]
}

async function bookOf(url: URL) {
  const slug = url.searchParams.get('book')
  if (slug === null) return null
  return bookOr404(slug)
}

function reviewCardView({
  id,
  kind,
  book,
  question,
  answer,
  note,
  idea,
  fragment,
  reps,
  days,
}: ReviewCard): ReviewCardView {
  return {
    id: publicId(id),
    kind,
    question,
    answer,
    note,
    idea,
    fragment,
    reps,
    days,
    book: { title: book.title, author: book.author, slug: book.slug },
  }
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { user } = requireReader(context, url)
  const book = await bookOf(url)
  const reader = { ...user, access: accessOf(context) }
  const review = book ? await listQuestions(reader, book.id) : await listReview(reader)
  const { cards, answered, tomorrow } = review
  const [card] = cards
  return {
    book: book && { slug: book.slug, title: book.title },
    card: card ? reviewCardView(card) : null,
    answered,
    total: answered + cards.length,
    tomorrow,
    asksQuestions: user.asksQuestions,
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const book = await bookOf(url)
  const page = reviewPath(book?.slug)
  const { user } = readerOfForm(context, page)
  const fields = Object.fromEntries(await readForm(request))
  const choice = questionsForm.safeParse(fields)
  if (choice.success) {
    await saveAsksQuestions(user.id, choice.data.asksQuestions)
    return redirect(page, 303)
  }
  const answer = cardAnswerForm.safeParse(fields)
  if (!answer.success) throw data(null, { status: 400 })
  const { card, timeZone, ...input } = answer.data
  if (timeZone && user.timeZone === null) await saveTimeZone(user, timeZone)
  try {
    await answerCard({ ...user, access: accessOf(context) }, card, input)
  } catch (error) {
    // An editor has changed its words: the next card follows.
    if (!(error instanceof DomainError && error.code === 'not-found')) throw error
  }
  return redirect(page, 303)
}

export default function ReviewPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      {!loaderData.book && (
        <div className="wrap pt-6 md:pt-10">
          <HubTabs hub="My List" />
        </div>
      )}
      <Review {...loaderData} />
    </>
  )
}

function Review(loaded: Route.ComponentProps['loaderData']) {
  const { card, book, answered, total } = loaded
  return card ? (
    <ReviewCardPage
      key={card.id}
      card={card}
      heading={book ? `Questions about ${book.title}` : 'Daily review'}
      action={reviewPath(book?.slug)}
      answered={answered}
      total={total}
      leave={book ? summaryPath(book.slug) : '/browse'}
    />
  ) : (
    <ReviewEnd {...loaded} />
  )
}
