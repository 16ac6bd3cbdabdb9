import { summaryPath } from '../../catalogue/rules/addresses.ts'
import type { CardKind } from '../../reading/rules/review/cards.ts'
import { type Grade, GRADES } from '../../reading/rules/review/schedule.ts'
import { daysText, promptOf } from '../../reading/rules/review/words.ts'
import { TextLink } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

export interface ReviewCardView {
  id: string
  kind: CardKind
  question: string
  answer: string
  note: string
  idea: number | null
  fragment: string
  reps: number
  days: Record<Grade, number>
  book: { title: string; author: string; slug: string }
}

interface CardPageProps {
  card: ReviewCardView
  heading: string
  action: string
  answered: number
  total: number
  leave: string
}

const LABELS: Record<Grade, string> = { again: 'Again', hard: 'Hard', good: 'Good', easy: 'Easy' }

/** One card: what it asks, its answer below a button, and four grades. Works without JavaScript. */
export function ReviewCardPage({ card, heading, action, answered, total, leave }: CardPageProps) {
  const { book, idea } = card
  const place = `${summaryPath(book.slug)}#${card.fragment}`
  return (
    <div className="review">
      <header className="review-head">
        <h1>{heading}</h1>
        <Dots answered={answered} total={total} />
        <TextLink href={leave}>Stop for now</TextLink>
      </header>
      <section aria-labelledby="question" className="review-card">
        <p className="review-prompt">{promptOf(card.kind, book.title)}</p>
        <h2 id="question" className="review-question" dir="auto">
          {card.question}
        </h2>
        <details className="review-answer">
          <summary className="button button-large">Show answer</summary>
          <p className="review-text" dir="auto">
            {card.answer}
          </p>
          {card.note && (
            <p className="review-note" dir="auto">
              Your note: {card.note}
            </p>
          )}
          <p className="review-place">
            {book.author},{' '}
            <TextLink href={place}>
              {book.title}
              {idea !== null && `, idea ${idea}`}
            </TextLink>
          </p>
          <PostForm action={action}>
            <input type="hidden" name="card" value={card.id} />
            <input type="hidden" name="reps" value={card.reps} />
            <input type="hidden" name="timeZone" data-guess="" value="" />
            <fieldset className="review-grades">
              <legend>How well did you remember?</legend>
              {GRADES.map((grade, i) => (
                <button
                  key={grade}
                  type="submit"
                  name="grade"
                  value={grade}
                  data-key={i + 1}
                  aria-keyshortcuts={`${i + 1}`}
                  className={`review-grade review-${grade}`}
                >
                  {LABELS[grade]}
                  <span>{daysText(card.days[grade])}</span>
                </button>
              ))}
            </fieldset>
          </PostForm>
        </details>
      </section>
      <p className="review-keys">Press Space to show the answer, and 1 to 4 to grade it.</p>
    </div>
  )
}

function Dots({ answered, total }: { answered: number; total: number }) {
  return (
    <p className="review-dots" role="img" aria-label={`Card ${answered + 1} of ${total}`}>
      {Array.from({ length: total }, (_, i) => (
        <span key={i} data-is={i < answered ? 'done' : i === answered ? 'now' : 'next'} />
      ))}
    </p>
  )
}
