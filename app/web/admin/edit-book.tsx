import { data, redirect } from 'react-router'
import {
  type BookForm,
  HEAD_FIELDS,
  type HeadField,
  ideaField,
} from '../../admin/rules/book-form.ts'
import { isoDay } from '../../admin/rules/dates.ts'
import { changeIdeas, ideaChangeFrom } from '../../admin/rules/posted-book-form.ts'
import { editorIntent } from '../../admin/schema/book-drafts.ts'
import {
  discardDraft,
  keepDraft,
  NEW_BOOK,
  openEditor,
  publishDraft,
  saveDraft,
} from '../../admin/service/book-drafts.server.ts'
import { GENRES } from '../../catalogue/rules/genres.ts'
import { formHeaders, refusedWith } from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { DomainError } from '../../platform/errors.ts'
import literata from '../ui/fonts/literata.woff2?url'
import { preloadedFont } from '../ui/preloaded-font.ts'
import { AdminPage } from './admin-page.tsx'
import { BookEditor } from './book-editor.tsx'
import { redirectWithFlashMessage, takeFlashText } from './flash-messages.ts'
import { errorPageOnDomainError } from '../shell/error-page-on-domain-error.ts'
import { OutdatedDraft } from './outdated-draft.tsx'
import { readSentDraft } from './sent-draft.server.ts'
import type { Route } from './+types/edit-book'
import { LineLink } from '../ui/controls.tsx'

export const links: Route.LinksFunction = () => [preloadedFont(literata)]

export const headers = formHeaders

const EMPTY_IDEA = { heading: '', text: '' }

function emptyForm(): BookForm {
  const head = Object.fromEntries(HEAD_FIELDS.map((field) => [field, ''])) as Record<
    HeadField,
    string
  >
  return {
    head: { ...head, genre: GENRES[0].label, publishedAt: isoDay(new Date()) },
    locked: false,
    ideas: Array.from({ length: 4 }, () => EMPTY_IDEA),
    parts: {},
  }
}

/** The page for a book, or for one that does not exist yet. */
const pathOf = (slug: string | undefined) => (slug ? `/admin/books/${slug}` : '/admin/books/new')
const editorOf = (slug: string | undefined) => (slug ? `${pathOf(slug)}/edit` : pathOf(slug))

export async function loader({ params: { slug }, url, context }: Route.LoaderArgs) {
  const { user } = requireReader(context, url)
  const key = { userId: user.id, slug: slug ?? NEW_BOOK }
  const editing = await errorPageOnDomainError(openEditor(key, emptyForm()))
  // The page of the book says why, above its file.
  if ('reason' in editing) throw redirect(`${pathOf(slug)}#file`)
  return { editing, flash: await takeFlashText(context) }
}

export async function action({ request, params: { slug }, url, context }: Route.ActionArgs) {
  const { user, session } = requireReader(context, url)
  const key = { userId: user.id, slug: slug ?? NEW_BOOK }
  const editor = editorOf(slug)
  let typed: Awaited<ReturnType<typeof readSentDraft>>['sent'] | null = null
  try {
    const { sent, fields } = await readSentDraft(request)
    typed = sent
    const { data: intent } = editorIntent.safeParse(fields.get('intent'))
    const change = ideaChangeFrom(fields.get('ideas'))
    if (!intent && !change) throw data(null, { status: 400 })
    if (intent === 'discard') {
      await discardDraft(key)
      return redirectWithFlashMessage(session.id, editor, 'draft-discarded')
    }
    if (intent === 'keep') {
      await keepDraft(key, sent)
      return redirect(editor, 303)
    }
    const { ideas, focus } = change
      ? changeIdeas(sent.form.ideas, change, EMPTY_IDEA)
      : { ideas: sent.form.ideas, focus: 0 }
    const saved = await saveDraft(key, { ...sent, form: { ...sent.form, ideas } })
    typed = null
    if (intent === 'publish') {
      const published = await publishDraft(key, { ...sent, version: saved.version })
      return redirectWithFlashMessage(
        session.id,
        pathOf(published),
        slug ? 'book-saved' : 'book-added',
      )
    }
    const place = change
      ? `#${ideaField(focus, 'heading')}`
      : intent === 'preview'
        ? '#preview-title'
        : ''
    return redirect(`${editor}${place}`, 303)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { data: refusal, init } = refusedWith(error)
    return data({ ...refusal, typed }, init ?? {})
  }
}

export default function EditBookPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { slug } = params
  const { editing, flash } = loaderData
  const shown = actionData?.typed ? { ...editing, ...actionData.typed } : editing
  return (
    <AdminPage
      at="/admin/books"
      title={slug ? editing.title : 'New book'}
      flash={actionData ? null : flash}
    >
      <p className="mt-3">
        <LineLink href={slug ? `${pathOf(slug)}#file` : `${pathOf(slug)}/file`}>
          {slug ? 'Cover, publication, and the book as a file' : 'Enter the book as a file'}
        </LineLink>
      </p>
      {slug && editing.outdated && (
        <OutdatedDraft parts={editing.outdated} currentPath={pathOf(slug)} />
      )}
      <BookEditor
        editing={shown}
        draftPath={`${pathOf(slug)}/draft`}
        isNew={!slug}
        refused={actionData}
      />
    </AdminPage>
  )
}
