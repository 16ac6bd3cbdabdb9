import { readerDate } from '../../accounts/rules/reader-date.ts'
import { queryValues } from '../../catalogue/schema/lists.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { HIGHLIGHTS_ON_PRINTED_PAGE } from '../../reading/rules/highlights/lists.ts'
import { myHighlightsQuery } from '../../reading/schema/my-highlights-forms.ts'
import { loadMyHighlights } from '../../reading/service/highlights/my-highlights.server.ts'
import { now } from '../../platform/clock.server.ts'
import literata from '../ui/fonts/literata.woff2?url'
import { preloadedFont } from '../ui/preloaded-font.ts'
import { highlightView } from './highlight-view.ts'
import { HighlightFacts, HighlightItem, HighlightContent } from './highlight-content.tsx'
import { MY_HIGHLIGHTS_PATH } from './my-highlights-address.ts'
import './my-highlights.css'
import type { Route } from './+types/print-highlights'
import { ButtonLink, LineLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const links: Route.LinksFunction = () => [preloadedFont(literata)]

export const meta: Route.MetaFunction = () => [{ title: 'Print highlights and notes · Readr' }]

export async function loader({ url, context }: Route.LoaderArgs) {
  const { user } = requireReader(context, url)
  const query = myHighlightsQuery.parse(queryValues(url.searchParams))
  const list = await loadMyHighlights(user.id, query, HIGHLIGHTS_ON_PRINTED_PAGE)
  const shown = list.shown.map(({ book: { slug, title, author }, notes }) => ({
    slug,
    title,
    author,
    notes: notes
      .filter(({ deletedAt }) => deletedAt === null)
      .map((note) => highlightView(note, user.timeZone)),
  }))
  const { page, pages, found } = list
  return { name: user.name, printedOn: readerDate(now(), user.timeZone), shown, page, pages, found }
}

export default function PrintHighlightsPage({ loaderData }: Route.ComponentProps) {
  const { name, printedOn, shown, page, pages, found } = loaderData
  return (
    <div className="wrap max-w-3xl pt-10 pb-24">
      <p className="no-print mb-2">
        <LineLink href={MY_HIGHLIGHTS_PATH}>Highlights and notes</LineLink>
      </p>
      <h1 className="page-title">Highlights and notes</h1>
      <p className="mt-2 text-soft wrap-anywhere">
        {name}, {printedOn}
        {pages > 1 && `, part ${page} of ${pages}`}
      </p>
      <p className="no-print mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <button type="button" data-prints="" hidden className="button">
          Print
        </button>
        <span className="text-soft">
          {found === 0
            ? 'There are no highlights yet.'
            : 'Your browser can print this page or save it as a PDF.'}
        </span>
        {page < pages && (
          <ButtonLink href={`${MY_HIGHLIGHTS_PATH}/print?page=${page + 1}`} look="quiet">
            Next part
          </ButtonLink>
        )}
      </p>
      <div className="notes-list mt-10">
        {shown.map(({ slug, title, author, notes }) => (
          <section key={slug} aria-labelledby={`book-${slug}`}>
            <div className="notes-book-head notes-printed-head">
              <h2 id={`book-${slug}`} className="text-2xl">
                {title}
              </h2>
              <p className="text-soft">{author}</p>
            </div>
            <ol>
              {notes.map((note) => (
                <HighlightItem key={note.id} note={note}>
                  <HighlightContent note={note} />
                  <p className="note-actions">
                    <HighlightFacts note={note} />
                  </p>
                </HighlightItem>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </div>
  )
}
