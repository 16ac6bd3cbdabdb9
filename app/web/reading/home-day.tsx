import { ASK_PATH, CHOOSE_FREE_SUMMARY, TODAY_PATH } from '../../catalogue/rules/addresses.ts'
import { figureTexts, type YearFigures, yearPath } from '../../reading/rules/my-year.ts'
import { goalText, type ReadingGoal } from '../../reading/rules/reading-goal.ts'
import { reviewPath } from '../../reading/rules/review/address.ts'
import { cardsText } from '../../reading/rules/review/words.ts'
import { TextLink } from '../ui/controls.tsx'

export interface HomeDayProps {
  takeaway: {
    label: string | null
    text: string
    path: string
    /** It is from the book of the day. */
    isTodays: boolean
    title: string
    author: string
  } | null
  emailVerified: boolean
  waits: boolean
  /** The cards of the daily review that are due; 'first': there could be some. */
  toReview: number | 'first'
  /** null: nothing happened this month, and there is no goal. */
  month: (YearFigures & { goal: (ReadingGoal & { done: number }) | null }) | null
}

/**
 * The reader's day: one takeaway, and what waits for them, in rows that lead there.
 * @param today the title of the book of the day
 */
export function HomeDay({
  takeaway,
  today,
  emailVerified,
  waits,
  toReview,
  month,
}: HomeDayProps & { today: string | null }) {
  // The takeaway leads to the book of the day already.
  const showsToday = today !== null && !takeaway?.isTodays
  return (
    <div className="home-day">
      {takeaway && <Takeaway {...takeaway} />}
      <div className="panel home-rows">
        {showsToday && (
          <Row path={TODAY_PATH} title="Today’s read">
            {today}
          </Row>
        )}
        {!emailVerified && (
          <Row path="/verify" title="Confirm your email">
            with the code we sent
          </Row>
        )}
        {waits && (
          <Row path={CHOOSE_FREE_SUMMARY} title="1 free summary waiting">
            choose it
          </Row>
        )}
        {toReview !== 0 && (
          <Row
            path={reviewPath()}
            title={
              toReview === 'first' ? 'Remember what you read' : `${cardsText(toReview)} to review`
            }
          >
            2 minutes
          </Row>
        )}
        {month && (
          <Row path={yearPath()} title="This month">
            {monthText(month)}
          </Row>
        )}
        {/* On phones, the search box leads there. */}
        <Row path={ASK_PATH} title="Ask the library" className="max-md:hidden">
          a question, and read what the books answer
        </Row>
      </div>
    </div>
  )
}

interface RowProps {
  path: string
  title: string
  className?: string
  children: string
}

function Row({ path, title, className, children }: RowProps) {
  return (
    <a href={path} className={className}>
      <span>
        <strong>{title}</strong> {children}
      </span>
      <span aria-hidden="true">→</span>
    </a>
  )
}

function monthText({ goal, ...figures }: NonNullable<HomeDayProps['month']>): string {
  const done = figureTexts(figures).join(', ')
  const sentences = [done, goal ? goalText(goal, goal.done) : ''].filter((text) => text !== '')
  return `${sentences.join('. ')}.`
}

function Takeaway({
  label,
  text,
  path,
  isTodays,
  title,
  author,
}: NonNullable<HomeDayProps['takeaway']>) {
  return (
    <figure className="home-takeaway">
      <blockquote dir="auto">
        {label !== null && <strong>{label}: </strong>}
        {text}
      </blockquote>
      <figcaption>
        {isTodays && 'Today’s read: '}
        <TextLink href={path}>{title}</TextLink>, {author}
      </figcaption>
    </figure>
  )
}
