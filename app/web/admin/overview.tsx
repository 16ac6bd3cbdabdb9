import { LATELY_DAYS } from '../../admin/rules/figures.ts'
import { productFigures } from '../../admin/service/figures.server.ts'
import { logPage } from '../../admin/service/log.server.ts'
import { BarChart } from './chart.tsx'
import { FigureList } from './figures.tsx'
import { LogTable } from './log-table.tsx'
import { AdminPage, SearchForm, Table } from './page.tsx'
import type { Route } from './+types/overview'

export const handle = { withoutScripts: true }

export const meta: Route.MetaFunction = () => [{ title: 'Administration · Readr' }]

const SHOWN_LINES = 10

export async function loader() {
  const [{ lines }, figures] = await Promise.all([logPage(null), productFigures()])
  return { lines: lines.slice(0, SHOWN_LINES), ...figures }
}

export default function OverviewPage({ loaderData }: Route.ComponentProps) {
  const { lines, figures, newReaders, revenue, reasons, mostRead } = loaderData
  return (
    <AdminPage at="/admin" title="Administration">
      <SearchForm
        action="/admin/readers"
        label="Find a reader by the start of the address or name"
        search=""
      />
      <h2 className="mt-12 text-2xl">Numbers</h2>
      <FigureList figures={figures} />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
        <BarChart
          id="new-readers"
          title="New readers"
          definition="Accounts that were made in each week; a week is named by its first day (UTC)."
          labels={['Week from', 'New readers']}
          bars={newReaders}
        />
        <BarChart
          id="revenue"
          title="Payments"
          definition="What was paid in each calendar month (UTC), less what was given back of it."
          labels={['Month', 'Paid']}
          bars={revenue}
        />
      </div>
      <div className="mt-12 grid items-start gap-10 lg:grid-cols-2">
        <section aria-labelledby="most-read" className="min-w-0">
          <h2 id="most-read" className="text-2xl">
            Most read
          </h2>
          <p className="mt-2 text-soft">
            Books that most readers marked as read in the last {LATELY_DAYS} days.
          </p>
          {mostRead.length === 0 ? (
            <p className="mt-4">None yet.</p>
          ) : (
            <Table caption="Most read books" head={['Book', 'Readers']}>
              {mostRead.map((book) => (
                <tr key={book.id}>
                  <td>
                    <a href={`/admin/books/${book.slug}`} className="text-link">
                      {book.title}
                    </a>
                  </td>
                  <td>{book.readers}</td>
                </tr>
              ))}
            </Table>
          )}
        </section>
        <section aria-labelledby="reasons" className="min-w-0">
          <h2 id="reasons" className="text-2xl">
            Why subscriptions ended
          </h2>
          <p className="mt-2 text-soft">
            Of the last {LATELY_DAYS} days, by the reason that Stripe has, and by what the reader
            said there.
          </p>
          {reasons.length === 0 ? (
            <p className="mt-4">None ended.</p>
          ) : (
            <Table caption="Reasons why subscriptions ended" head={['Reason', 'Subscriptions']}>
              {reasons.map(({ reason, count }) => (
                <tr key={reason}>
                  <td>{reason}</td>
                  <td>{count}</td>
                </tr>
              ))}
            </Table>
          )}
        </section>
      </div>
      <h2 className="mt-12 text-2xl">What was done last</h2>
      <LogTable lines={lines} />
    </AdminPage>
  )
}
