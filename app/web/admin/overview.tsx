import { listUnanswered } from '../../catalogue/service/asked-questions.server.ts'
import { numberText } from '../../platform/number-text.ts'
import { RECENT_DAYS } from '../../admin/rules/periods.ts'
import { isoMinute } from '../../admin/rules/dates.ts'
import { latestFigures } from '../../admin/service/cached-figures.server.ts'
import { loadLog } from '../../admin/service/load-log.server.ts'
import { BarChart } from './bar-chart.tsx'
import { FigureList } from './figure-list.tsx'
import { LogTable } from './log-table.tsx'
import { AdminPage, SearchForm, AdminList } from './admin-page.tsx'
import type { Route } from './+types/overview'
import { TextLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

/** Log entries on this page. */
const LOG_LINES = 10
/** Questions on this page. */
const UNANSWERED = 20

export async function loader() {
  const [{ lines }, latest, unanswered] = await Promise.all([
    loadLog(null),
    latestFigures(),
    listUnanswered(UNANSWERED),
  ])
  return { lines: lines.slice(0, LOG_LINES), latest, unanswered }
}

export default function OverviewPage({ loaderData }: Route.ComponentProps) {
  const { lines, latest, unanswered } = loaderData
  return (
    <AdminPage at="/admin" title="Administration">
      <SearchForm
        action="/admin/readers"
        label="Find a reader by the start of an email address or name"
        search=""
      />
      <h2 className="mt-12 text-2xl">Figures</h2>
      {latest ? (
        <Figures {...latest} />
      ) : (
        <p className="mt-4">
          The figures are being counted, which takes a while with this many readers.{' '}
          <TextLink href="/admin">Show them</TextLink>
        </p>
      )}
      <h2 className="mt-12 text-2xl">Asked, and not answered</h2>
      {unanswered.length === 0 ? (
        <p className="mt-4 text-soft">Every question was answered.</p>
      ) : (
        <ol className="mt-4">
          {unanswered.map(({ key, text, times }) => (
            <li key={key} className="flex justify-between gap-6 border-t border-line py-2">
              <span className="wrap-anywhere">{text}</span>
              <span className="shrink-0 text-soft">
                {times === 1 ? 'once' : `${numberText(times)} times`}
              </span>
            </li>
          ))}
        </ol>
      )}
      <h2 className="mt-12 text-2xl">Recent activity</h2>
      <LogTable lines={lines} />
    </AdminPage>
  )
}

function Figures({
  countedAt,
  figures,
  newReaders,
  revenue,
  reasons,
  mostRead,
}: NonNullable<Route.ComponentProps['loaderData']['latest']>) {
  return (
    <>
      <p className="mt-2 text-soft">
        As of <time dateTime={countedAt.toISOString()}>{isoMinute(countedAt)}</time> UTC.
      </p>
      <FigureList figures={figures} />
      <div className="admin-columns mt-6 gap-6">
        <BarChart
          id="new-readers"
          title="New readers"
          definition="Accounts created in each week, which is labeled with its first day (UTC)."
          labels={['Week of', 'New readers']}
          bars={newReaders}
        />
        <BarChart
          id="revenue"
          title="Payments"
          definition="Payments in each calendar month (UTC), minus refunds."
          labels={['Month', 'Paid']}
          bars={revenue}
        />
      </div>
      <div className="admin-columns mt-12 gap-10">
        <section aria-labelledby="most-read" className="min-w-0">
          <h2 id="most-read" className="text-2xl">
            Most read
          </h2>
          <p className="mt-2 text-soft">
            The books that most readers marked as read in the last {RECENT_DAYS} days.
          </p>
          <AdminList
            caption="Most-read books"
            rows={mostRead.map(({ slug, title, readers }) => ({
              Book: { href: `/admin/books/${slug}`, text: title },
              Readers: readers,
            }))}
            empty="None yet."
          />
        </section>
        <section aria-labelledby="reasons" className="min-w-0">
          <h2 id="reasons" className="text-2xl">
            Why subscriptions ended
          </h2>
          <p className="mt-2 text-soft">
            In the last {RECENT_DAYS} days, by Stripe’s reason and the reader’s feedback.
          </p>
          <AdminList
            caption="Why subscriptions ended"
            rows={reasons.map(({ reason, count }) => ({ Reason: reason, Subscriptions: count }))}
            empty="None."
          />
        </section>
      </div>
    </>
  )
}
