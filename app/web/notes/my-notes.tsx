import { data, redirect } from 'react-router'
import { queryValues } from '../../catalogue/schema/lists.ts'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { formHeaders, readForm, submitForm } from '../../middleware/form-action.server.ts'
import { readerOfForm, requireReader } from '../../middleware/guards.server.ts'
import { NOTES_ON_PAGE } from '../../reading/rules/notes/lists.ts'
import { noteFragment } from '../../reading/rules/notes/note.ts'
import {
  noteForm,
  noteIntent,
  notesPageQuery,
  saveNoteForm,
} from '../../reading/schema/notes-page.ts'
import { changeNote } from '../../reading/service/notes/change-note.server.ts'
import { notesByBook } from '../../reading/service/notes/notes-by-book.server.ts'
import { restoreNote } from '../../reading/service/notes/restore-note.server.ts'
import { BottomBar } from '../shell/bottom-bar.tsx'
import literata from '../ui/fonts/literata.woff2?url'
import { Notice } from '../ui/notice.tsx'
import { preloadedFont } from '../ui/preloaded-font.ts'
import { ExportLinks } from './export-links.tsx'
import { DeletedNote, MyNote, type RefusedNote } from './my-note.tsx'
import { NoNotes } from './no-notes.tsx'
import { NoteFilters } from './note-filters.tsx'
import { noteView } from './note-view.ts'
import { MY_NOTES_PATH, notesAddress, notesSearch } from './notes-address.ts'
import './my-notes.css'
import type { Route } from './+types/my-notes'

export const handle = { withoutScripts: true, bottomBar: true }

export const headers = formHeaders

export const links: Route.LinksFunction = () => [preloadedFont(literata)]

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const page = loaderData && loaderData.list.page > 1 ? `, page ${loaderData.list.page}` : ''
  return [{ title: `Highlights and notes${page} · Readr` }]
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { user } = requireReader(context, url)
  const query = notesPageQuery.parse(queryValues(url.searchParams))
  const list = await notesByBook(user.id, query, NOTES_ON_PAGE)
  const shown = list.shown.map(({ book, notes }) => ({ book, notes: notes.map(noteView) }))
  return { query, list: { ...list, shown } }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const query = notesPageQuery.parse(queryValues(url.searchParams))
  const page = MY_NOTES_PATH + notesSearch(query)
  const { user } = readerOfForm(context, page)
  const form = await readForm(request)
  const intent = noteIntent.safeParse(form.get('intent')).data
  if (!intent) throw data(null, { status: 400 })
  const backTo = (id: string) => redirect(`${page}#${noteFragment(id)}`, 303)
  if (intent === 'save') {
    return submitForm(form, saveNoteForm, async ({ note, color, text }) => {
      await changeNote(user.id, note, { color, text })
      return backTo(note)
    })
  }
  return submitForm(form, noteForm, async ({ note }) => {
    if (intent === 'delete') await changeNote(user.id, note, { isDeleted: true })
    else await restoreNote(user.id, note)
    return backTo(note)
  })
}

const counted = (n: number, one: string) =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : `${one}s`}`

type Refused = Route.ComponentProps['actionData']

/** What went wrong with a form that is not shown again. */
const problemOf = (refused: Refused) => refused?.result.error?.['']?.[0] ?? null

function refusedNote(refused: Refused, id: string): RefusedNote | null {
  const { initialValue, error } = refused?.result ?? {}
  if (initialValue?.['note'] !== id || initialValue['intent'] === 'delete') return null
  const problem = Object.values(error ?? {}).flat()[0]
  const typed = (name: string) => `${initialValue[name] ?? ''}`
  return problem && typed('color') !== ''
    ? { text: typed('text'), color: typed('color'), error: problem }
    : null
}

export default function MyNotesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { query, list } = loaderData
  const problem = problemOf(actionData)
  const isFiltered = notesSearch({ ...query, page: 1 }) !== ''
  const isEmpty = list.total === 0 && list.shown.length === 0
  return (
    <div className="wrap grow pt-6 pb-20 md:pt-10">
      <h1 className="page-title">Highlights and notes</h1>
      {problem && (
        <Notice isProblem className="mt-6">
          {problem}
        </Notice>
      )}
      {isEmpty ? (
        <NoNotes />
      ) : (
        <>
          <div className="notes-head">
            <p className="text-soft" role="status">
              {counted(list.found, 'highlight')} in {counted(list.foundBooks, 'book')}
              {isFiltered && (
                <>
                  {' · '}
                  <a href={MY_NOTES_PATH} className="text-link">
                    Show all {list.total.toLocaleString('en-US')}
                  </a>
                </>
              )}
            </p>
            <ExportLinks label="Export" />
          </div>
          <div className="my-notes">
            <NoteFilters query={query} list={list} />
            <div className="notes-list">
              <NotesByBook {...loaderData} refused={actionData} />
              <PageLinks query={query} page={list.page} pages={list.pages} />
            </div>
          </div>
        </>
      )}
      <BottomBar />
    </div>
  )
}

function NotesByBook({
  query,
  list,
  refused,
}: Route.ComponentProps['loaderData'] & { refused: Refused }) {
  const action = notesAddress({ ...query, page: list.page })
  if (list.shown.length === 0) {
    return (
      <div className="py-16 text-center">
        <h2 className="text-2xl">No highlights found</h2>
        <p className="mt-2 text-soft">Try other words or fewer filters.</p>
        <a href={MY_NOTES_PATH} className="button mt-6">
          Show all highlights
        </a>
      </div>
    )
  }
  return list.shown.map(({ book, notes }) => {
    const slug = book.isHidden ? null : book.slug
    return (
      <section key={book.slug} aria-labelledby={`book-${book.slug}`} className="notes-book">
        <div className="notes-book-head">
          <img src={book.cover} alt="" width={160} height={240} loading="lazy" className="cover" />
          <div className="min-w-0">
            <h2 id={`book-${book.slug}`} className="text-2xl">
              {slug === null ? book.title : <a href={summaryPath(slug)}>{book.title}</a>}
            </h2>
            <p className="text-soft">
              {book.author} · {counted(book.count, 'highlight')}
            </p>
          </div>
        </div>
        <ol>
          {notes.map((note) =>
            note.deletedAt ? (
              <DeletedNote key={note.id} note={note} action={action} />
            ) : (
              <MyNote
                key={note.id}
                note={note}
                slug={slug}
                action={action}
                refused={refusedNote(refused, note.id)}
              />
            ),
          )}
        </ol>
      </section>
    )
  })
}

function PageLinks({
  query,
  page,
  pages,
}: Pick<Route.ComponentProps['loaderData'], 'query'> & { page: number; pages: number }) {
  if (pages === 1) return null
  return (
    <nav aria-label="Pages" className="notes-pages no-print">
      {page > 1 && (
        <a
          href={notesAddress({ ...query, page: page - 1 })}
          rel="prev"
          className="button button-quiet"
        >
          Previous page
        </a>
      )}
      <span className="text-soft">
        Page {page.toLocaleString('en-US')} of {pages.toLocaleString('en-US')}
      </span>
      {page < pages && (
        <a
          href={notesAddress({ ...query, page: page + 1 })}
          rel="next"
          className="button button-quiet"
        >
          Next page
        </a>
      )}
    </nav>
  )
}
