import { queryValues } from '../../catalogue/schema/lists.ts'
import { longDate } from '../../billing/rules/format.ts'
import { requireReader } from '../../middleware/guards.server.ts'
import { NOTES_ON_PRINTED_PAGE } from '../../reading/rules/notes/lists.ts'
import { notesPageQuery } from '../../reading/schema/notes-page.ts'
import { notesByBook } from '../../reading/service/notes/notes-by-book.server.ts'
import { now } from '../../platform/clock.server.ts'
import literata from '../ui/fonts/literata.woff2?url'
import { preloadedFont } from '../ui/preloaded-font.ts'
import { noteView } from './note-view.ts'
import { NoteFacts, NoteItem, NoteWords } from './note-words.tsx'
import { MY_NOTES_PATH } from './notes-address.ts'
import './my-notes.css'
import type { Route } from './+types/print-notes'

export const handle = { withoutScripts: true }

export const links: Route.LinksFunction = () => [preloadedFont(literata)]

export const meta: Route.MetaFunction = () => [{ title: 'Print highlights and notes · Readr' }]

export async function loader({ url, context }: Route.LoaderArgs) {
  const { user } = requireReader(context, url)
  const query = notesPageQuery.parse(queryValues(url.searchParams))
  const list = await notesByBook(user.id, query, NOTES_ON_PRINTED_PAGE)
  const shown = list.shown.map(({ book: { slug, title, author }, notes }) => ({
    slug,
    title,
    author,
    notes: notes.filter(({ deletedAt }) => deletedAt === null).map(noteView),
  }))
  const { page, pages, found } = list
  return { name: user.name, printedAt: now(), shown, page, pages, found }
}

export default function PrintNotesPage({ loaderData }: Route.ComponentProps) {
  const { name, printedAt, shown, page, pages, found } = loaderData
  return (
    <div className="wrap max-w-3xl pt-10 pb-24">
      <p className="no-print mb-2">
        <a href={MY_NOTES_PATH} className="text-link inline-flex min-h-11 items-center">
          Highlights and notes
        </a>
      </p>
      <h1 className="page-title">Highlights and notes</h1>
      <p className="mt-2 text-soft wrap-anywhere">
        {name}, {longDate(printedAt)}
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
          <a href={`${MY_NOTES_PATH}/print?page=${page + 1}`} className="button button-quiet">
            Next part
          </a>
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
                <NoteItem key={note.id} note={note}>
                  <NoteWords note={note} />
                  <p className="note-actions">
                    <NoteFacts note={note} />
                  </p>
                </NoteItem>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </div>
  )
}
