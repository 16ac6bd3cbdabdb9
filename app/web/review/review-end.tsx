import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { CARDS_PER_DAY } from '../../reading/rules/review/cards.ts'
import { cardsText } from '../../reading/rules/review/words.ts'
import { ButtonLink, SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

interface ReviewEndProps {
  book: { slug: string; title: string } | null
  answered: number
  tomorrow: number | null
  asksQuestions: boolean
}

export function ReviewEnd({ book, answered, tomorrow, asksQuestions }: ReviewEndProps) {
  return (
    <div className="review review-end">
      {answered > 0 && <Done />}
      {book ? (
        <BookEnd book={book} answered={answered} asksQuestions={asksQuestions} />
      ) : (
        <DayEnd answered={answered} tomorrow={tomorrow ?? 0} />
      )}
    </div>
  )
}

function Done() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className="review-done">
      <circle cx="24" cy="24" r="22" />
      <path d="m15 24.5 6.5 6.5L33.5 18" />
    </svg>
  )
}

function DayEnd({ answered, tomorrow }: { answered: number; tomorrow: number }) {
  if (answered === 0 && tomorrow === 0) {
    return (
      <>
        <h1 className="page-title">Nothing to review yet</h1>
        <p className="lead">
          Mark a summary as read. Then up to {CARDS_PER_DAY} cards a day will bring back its
          takeaways and ask about its ideas. It takes about two minutes.
        </p>
        <ButtonLink href="/browse/books" look="large">
          Find something to read
        </ButtonLink>
      </>
    )
  }
  return (
    <>
      <h1 className="page-title">
        {answered > 0 ? 'That’s today’s review' : 'Nothing is due today'}
      </h1>
      <p className="lead">
        {answered > 0 && `${cardsText(answered)} done. `}
        {tomorrow > 0
          ? `${cardsText(tomorrow)} ${tomorrow === 1 ? 'is' : 'are'} waiting for you tomorrow.`
          : 'Nothing is due tomorrow. Cards come back when you are about to forget them.'}
      </p>
      <ButtonLink href="/browse" look="large">
        Back to your books
      </ButtonLink>
    </>
  )
}

function BookEnd({
  book,
  answered,
  asksQuestions,
}: {
  book: { slug: string; title: string }
  answered: number
  asksQuestions: boolean
}) {
  return (
    <>
      <h1 className="page-title">
        {answered > 0 ? `That’s all for ${book.title}` : `No questions about ${book.title} yet`}
      </h1>
      {answered > 0 && (
        <p className="lead">
          These questions will come back in your daily review when you are about to forget them.
        </p>
      )}
      <ButtonLink href={summaryPath(book.slug)} look="large">
        Back to the summary
      </ButtonLink>
      <PostForm action={`/browse/review?${new URLSearchParams({ book: book.slug })}`}>
        <p className="text-soft">
          {asksQuestions
            ? 'Questions are offered at the end of each summary.'
            : 'Questions are no longer offered at the end of summaries.'}{' '}
          <SubmitButton name="asksQuestions" value={String(!asksQuestions)} look="link">
            {asksQuestions ? 'Turn them off' : 'Turn them on again'}
          </SubmitButton>
        </p>
      </PostForm>
    </>
  )
}
