import { randomUUID } from 'node:crypto'
import { data, redirect } from 'react-router'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { readingText, sectionName } from '../../catalogue/rules/summary/reading-text.ts'
import { lineText, linesIn } from '../../catalogue/rules/summary/parse.ts'
import { findBook } from '../../catalogue/service/find-book.server.ts'
import { openSummary } from '../../catalogue/service/open-summary.server.ts'
import { accessOf } from '../../middleware/request/context.server.ts'
import {
  runIntent,
  formHeaders,
  readForm,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { readerOfForm, requireReader } from '../../middleware/require-reader.server.ts'
import {
  highlightPath,
  bookHighlightsPath,
  RESTORE_MS,
} from '../../reading/rules/highlights/highlight.ts'
import { sentencesIn } from '../../reading/rules/highlights/choose-sentences.ts'
import {
  newHighlightForm,
  highlightChoice,
  changeHighlightForm,
  bookHighlightsQuery,
} from '../../reading/schema/book-highlights-forms.ts'
import { changeHighlight } from '../../reading/service/highlights/change-highlight.server.ts'
import {
  highlightById,
  highlightsInBook,
} from '../../reading/service/highlights/list-highlights.server.ts'
import { saveHighlightedSentences } from '../../reading/service/highlights/save-highlighted-sentences.server.ts'
import { ChangeHighlight, ChooseSentences } from './highlight-forms.tsx'
import { showNotice } from './show-notice.server.ts'
import { BookHighlightsList } from './book-highlights-list.tsx'
import notesStyles from './highlights.css?url'
import type { Route } from './+types/book-highlights'
import { LineLink } from '../ui/controls.tsx'
import { errorPageOnDomainError } from '../shell/error-page-on-domain-error.ts'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: notesStyles }]

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: loaderData ? `Highlights in ${loaderData.book.title} · Readr` : 'Page Not Found · Readr',
  },
  { name: 'robots', content: 'noindex' },
]

const NOT_FOUND = () => data(null, { status: 404 })
/** How many highlights a page shows. */
const PAGE_SIZE = 100
/** How much of a paragraph its link shows. */
const PREVIEW_CHARS = 90

/** Loads a highlight to edit, a paragraph with sentences to choose, or all highlights of the book. */
export async function loader({ params: { slug }, url, context }: Route.LoaderArgs) {
  const { user } = requireReader(context, url)
  const { book, summary } = await errorPageOnDomainError(
    openSummary(accessOf(context), slug, user.freeBookId),
  )
  const query = bookHighlightsQuery(url.searchParams)
  const shown = { book: { slug: book.slug, title: book.title } }
  if (query.note) {
    const note = await highlightById(user.id, query.note)
    if (!note || note.deletedAt || note.bookId !== book.id) throw NOT_FOUND()
    const { id, color, text, exact, isOutdated } = note
    return { ...shown, view: { kind: 'change' as const, id, color, text, exact, isOutdated } }
  }
  const notes = (await highlightsInBook(user.id, book.id)).map(
    ({ id, color, text, exact, isOutdated, start, end }) => ({
      id,
      color,
      text,
      exact,
      isOutdated,
      start,
      end,
    }),
  )
  const reading = summary && readingText(summary)
  const { at } = query
  const line = at === null ? null : reading?.lines.find(({ end }) => at < end)
  if (at !== null && !line) throw redirect(bookHighlightsPath(slug))
  if (line) {
    const { section, paragraph } = line
    const sentences = sentencesIn(reading!, line)
    const [first, last] = [sentences[0]!.start, sentences.at(-1)!.end]
    return {
      ...shown,
      view: {
        kind: 'choose' as const,
        id: randomUUID(),
        section,
        paragraph,
        where: sectionName(summary!.sections.find(({ id }) => id === section)!),
        sentences,
        notes: notes.filter((note) => !note.isOutdated && note.start < last && note.end > first),
      },
    }
  }
  const deleted = query.deleted === null ? null : await highlightById(user.id, query.deleted)
  const isRestorable = deleted?.deletedAt && Date.now() - deleted.deletedAt.getTime() < RESTORE_MS
  return {
    ...shown,
    view: {
      kind: 'all' as const,
      deleted: isRestorable ? deleted.id : null,
      notes: notes.slice((query.page - 1) * PAGE_SIZE, query.page * PAGE_SIZE),
      previous: query.page > 1 ? query.page - 1 : null,
      next: notes.length > query.page * PAGE_SIZE ? query.page + 1 : null,
      parts: (summary?.sections ?? []).map((part) => ({
        id: part.id,
        name: sectionName(part),
        paragraphs: part.blocks.map((block, paragraph) => ({
          at: reading!.lines.find((one) => one.section === part.id && one.paragraph === paragraph)!
            .start,
          text: preview(
            linesIn({ ...part, blocks: [block] })
              .map(lineText)
              .join(' '),
          ),
        })),
      })),
    },
  }
}

function preview(text: string): string {
  if (text.length <= PREVIEW_CHARS) return text
  return `${text.slice(0, text.lastIndexOf(' ', PREVIEW_CHARS)).toWellFormed()}…`
}

export async function action({ request, params: { slug }, context }: Route.ActionArgs) {
  const path = bookHighlightsPath(slug)
  const { user } = readerOfForm(context, path)
  const form = await readForm(request)
  const book = await findBook(slug)
  if (!book) throw NOT_FOUND()
  const setDeleted = (isDeleted: boolean) =>
    submitForm(form, highlightChoice, async ({ note }) => {
      await changeHighlight(user.id, note, { isDeleted })
      return redirect(isDeleted ? `${path}?deleted=${note}` : highlightPath(slug, note), 303)
    })
  return runIntent(form, {
    highlight: () =>
      submitForm(form, newHighlightForm, async (input) => {
        const reader = { id: user.id, access: accessOf(context), freeBookId: user.freeBookId }
        await saveHighlightedSentences(reader, book, input)
        return redirect(highlightPath(slug, input.id), 303)
      }),
    change: () =>
      submitForm(form, changeHighlightForm, async ({ note, ...change }) => {
        const changed = await changeHighlight(user.id, note, change)
        const address = changed.note.isOutdated ? path : highlightPath(slug, note)
        return showNotice(changed) ?? redirect(address, 303)
      }),
    delete: () => setDeleted(true),
    restore: () => setDeleted(false),
  })
}

const TITLES = { all: 'Your highlights', choose: 'Choose sentences', change: 'Your highlight' }

export default function BookHighlightsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { book, view } = loaderData
  const path = bookHighlightsPath(book.slug)
  return (
    <div className="wrap max-w-3xl pt-10 pb-24">
      <p className="mb-2 flex flex-wrap gap-x-4">
        <LineLink href={summaryPath(book.slug)}>{book.title}</LineLink>
        {view.kind !== 'all' && <LineLink href={path}>Your highlights</LineLink>}
      </p>
      <h1 className="page-title">{TITLES[view.kind]}</h1>
      {view.kind === 'all' && <BookHighlightsList slug={book.slug} {...view} />}
      {view.kind === 'choose' && (
        <ChooseSentences slug={book.slug} {...view} refused={actionData} />
      )}
      {view.kind === 'change' && <ChangeHighlight {...view} refused={actionData} />}
    </div>
  )
}
