import { MONTHS } from '../../reading/rules/my-year.ts'
import { MAX_GOAL_BOOKS, GOAL_PERIODS, goalText } from '../../reading/rules/reading-goal.ts'
import type { ThisMonth as Month } from '../../reading/service/my-year.server.ts'
import { YearFiguresList } from './year-figures.tsx'
import { SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

const DEFAULT_GOAL = { books: 2, period: 'week' } as const

export function ThisMonth({ month, goal, ...figures }: Month) {
  const shown = goal ?? DEFAULT_GOAL
  return (
    <section aria-labelledby="this-month" className="mt-10">
      <h2 id="this-month" className="section-title">
        {MONTHS[month - 1]} so far
      </h2>
      {figures.books + figures.ideas > 0 ? (
        <YearFiguresList {...figures} />
      ) : (
        <p className="mt-2 text-soft">What you read this month shows up here.</p>
      )}
      {goal && <p className="mt-4">{goalText(goal, goal.done)}.</p>}
      <details className="year-goal">
        <summary className="text-link inline-flex min-h-11 items-center">
          {goal ? 'Change your goal' : 'Set a goal'}
        </summary>
        <PostForm>
          <label>
            <span className="sr-only">Number of books</span>
            <select name="books" defaultValue={shown.books} className="field">
              {Array.from({ length: MAX_GOAL_BOOKS }, (_, i) => (
                <option key={i} value={i + 1}>
                  {i === 0 ? '1 book' : `${i + 1} books`}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span className="sr-only">How often</span>
            <select name="period" defaultValue={shown.period} className="field">
              {GOAL_PERIODS.map((period) => (
                <option key={period} value={period}>
                  a {period}
                </option>
              ))}
            </select>
          </label>
          <SubmitButton intent="set">Save</SubmitButton>
          {goal && (
            <SubmitButton intent="remove" look="quiet">
              Remove goal
            </SubmitButton>
          )}
        </PostForm>
      </details>
    </section>
  )
}
