import { numberText } from '../../platform/number-text.ts'
import { redirect } from 'react-router'
import { withQuery } from '../../accounts/rules/redirects.ts'
import { queryValues } from '../../catalogue/schema/lists.ts'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import {
  runIntent,
  formHeaders,
  readForm,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { readerOfForm, requireReader } from '../../middleware/require-reader.server.ts'
import { HIGHLIGHTS_ON_PAGE } from '../../reading/rules/highlights/lists.ts'
import { highlightFragment } from '../../reading/rules/highlights/highlight.ts'
import {
  highlightIdForm,
  myHighlightsQuery,
  saveHighlightForm,
} from '../../reading/schema/my-highlights-forms.ts'
import { changeHighlight } from '../../reading/service/highlights/change-highlight.server.ts'
import { hasBegunReading } from '../../reading/service/has-begun-reading.server.ts'
import { loadMyHighlights } from '../../reading/service/highlights/my-highlights.server.ts'
import { restoreHighlight } from '../../reading/service/highlights/restore-highlight.server.ts'
import { BottomBar } from '../shell/bottom-bar.tsx'
import literata from '../ui/fonts/literata.woff2?url'
import { Callout } from '../ui/callout.tsx'
import { preloadedFont } from '../ui/preloaded-font.ts'
import { ExportLinks } from './export-links.tsx'
import {
  DeletedHighlight,
  EditableHighlight,
  type RefusedHighlight,
  SAVED,
} from './editable-highlight.tsx'
import { showNotice } from './show-notice.server.ts'
import { NoHighlights } from './no-highlights.tsx'
import { HighlightFilters } from './highlight-filters.tsx'
import { highlightView } from './highlight-view.ts'
import {
  MY_HIGHLIGHTS_PATH,
  myHighlightsAddress,
  myHighlightsSearch,
} from './my-highlights-address.ts'
import './my-highlights.css'
import type { Route } from './+types/my-highlights'
import { ButtonLink, TextLink } from '../ui/controls.tsx'
import { HubTabs } from '../shell/hub-tabs.tsx'

export const handle = { withoutScripts: true, bottomBar: true }

export const headers = formHeaders

export const links: Route.LinksFunction = () => [preloadedFont(literata)]

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const page = loaderData && loaderData.list.page > 1 ? `, page ${loaderData.list.page}` : ''
  return [{ title: `Highlights and notes${page} · Readr` }]
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { user } = requireReader(context, url)
  const query = myHighlightsQuery.parse(queryValues(url.searchParams))
  const list = await loadMyHighlights(user.id, query, HIGHLIGHTS_ON_PAGE)
  const shown = list.shown.map(({ book, notes }) => ({
    book,
    notes: notes.map((note) => highlightView(note, user.timeZone)),
  }))
  const saved = url.searchParams.get('saved')
  return { query, list: { ...list, shown }, saved, hasBegun: await hasBegunReading(user.id) }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const query = myHighlightsQuery.parse(queryValues(url.searchParams))
  const page = MY_HIGHLIGHTS_PATH + myHighlightsSearch(query)
  const { user } = readerOfForm(context, page)
  const form = await readForm(request)
  const backTo = (id: string, saved: Record<string, string> = {}) => {
    const search = new URLSearchParams([
      ...new URLSearchParams(myHighlightsSearch(query)),
      ...Object.entries(saved),
    ])
    return redirect(`${withQuery(MY_HIGHLIGHTS_PATH, search)}#${highlightFragment(id)}`, 303)
  }
  const withNote = (run: (note: string) => Promise<unknown>) =>
    submitForm(form, highlightIdForm, async ({ note }) => {
      await run(note)
      return backTo(note)
    })
  return runIntent(form, {
    save: () =>
      submitForm(
        form,
        saveHighlightForm,
        async ({ note, ...change }) =>
          showNotice(await changeHighlight(user.id, note, change)) ?? backTo(note, { saved: note }),
      ),
    delete: () => withNote((note) => changeHighlight(user.id, note, { isDeleted: true })),
    restore: () => withNote((note) => restoreHighlight(user.id, note)),
  })
}

const counted = (n: number, one: string) => `${numberText(n)} ${n === 1 ? one : `${one}s`}`

type Refused = Route.ComponentProps['actionData']

const problemOf = (refused: Refused) => refused?.result.error?.['']?.[0] ?? null

function refusedNote(refused: Refused, id: string): RefusedHighlight | null {
  const { initialValue, error } = refused?.result ?? {}
  if (initialValue?.['note'] !== id || initialValue['intent'] === 'delete') return null
  const problem = Object.values(error ?? {}).flat()[0]
  const typed = (name: string) => `${initialValue[name] ?? ''}`
  return problem && typed('color') !== ''
    ? {
        text: typed('text'),
        color: typed('color'),
        textBefore: typed('textBefore') || undefined,
        error: problem,
      }
    : null
}

export default function MyHighlightsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { query, list, saved, hasBegun } = loaderData
  const isShown = list.shown.some(({ notes }) => notes.some(({ id }) => id === saved))
  const problem = problemOf(actionData)
  const isFiltered = myHighlightsSearch({ ...query, page: 1 }) !== ''
  const isEmpty = list.total === 0 && list.shown.length === 0
  return (
    <div className="wrap grow pt-6 pb-20 md:pt-10">
      <HubTabs hub="My List" />
      <h1 className="page-title">Highlights and notes</h1>
      {problem && (
        <Callout isProblem className="mt-6">
          {problem}
        </Callout>
      )}
      {saved !== null && !isShown && !problem && <Callout className="mt-6">{SAVED}</Callout>}
      {isEmpty ? (
        <NoHighlights hasBegun={hasBegun} />
      ) : (
        <>
          <div className="notes-head">
            <p className="text-soft" role="status">
              {counted(list.found, 'highlight')} in {counted(list.foundBooks, 'book')}
              {isFiltered && (
                <>
                  {' · '}
                  <TextLink href={MY_HIGHLIGHTS_PATH}>Show all {numberText(list.total)}</TextLink>
                </>
              )}
            </p>
            <ExportLinks label="Export" />
          </div>
          <div className="my-notes">
            <HighlightFilters query={query} list={list} />
            <div className="notes-list">
              <HighlightsByBook {...loaderData} refused={actionData} />
              <PageLinks query={query} page={list.page} pages={list.pages} />
            </div>
          </div>
        </>
      )}
      <BottomBar />
    </div>
  )
}

function HighlightsByBook({
  query,
  list,
  saved,
  refused,
}: Route.ComponentProps['loaderData'] & { refused: Refused }) {
  const action = myHighlightsAddress({ ...query, page: list.page })
  if (list.shown.length === 0) {
    return (
      <div className="py-16 text-center">
        <h2 className="text-2xl">No highlights found</h2>
        <p className="mt-2 text-soft">Try other words or fewer filters.</p>
        <ButtonLink href={MY_HIGHLIGHTS_PATH} className="mt-6">
          Show all highlights
        </ButtonLink>
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
              <DeletedHighlight key={note.id} note={note} action={action} />
            ) : (
              <EditableHighlight
                key={note.id}
                note={note}
                slug={slug}
                action={action}
                refused={refusedNote(refused, note.id)}
                isSaved={note.id === saved && !refused}
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
        <ButtonLink
          href={myHighlightsAddress({ ...query, page: page - 1 })}
          rel="prev"
          look="quiet"
        >
          Previous page
        </ButtonLink>
      )}
      <span className="text-soft">
        Page {numberText(page)} of {numberText(pages)}
      </span>
      {page < pages && (
        <ButtonLink
          href={myHighlightsAddress({ ...query, page: page + 1 })}
          rel="next"
          look="quiet"
        >
          Next page
        </ButtonLink>
      )}
    </nav>
  )
}
