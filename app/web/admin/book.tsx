import { data, Form, redirect } from 'react-router'
import { z } from 'zod'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { previewBook } from '../../catalogue/service/edit-book.server.ts'
import {
  formHeaders,
  readFiles,
  refusedWith,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/guards.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { publicationOf, toTheMinute } from '../../admin/rules/publication.ts'
import {
  bookIntent,
  coverInput,
  editInput,
  lockInput,
  publishInput,
  restoreInput,
  withdrawInput,
} from '../../admin/schema/books.ts'
import { typedText } from '../../admin/schema/list-query.ts'
import {
  bookDetails,
  coverBook,
  editBook,
  lockBook,
  publishBook,
  restoreBook,
  uncoverBook,
  withdrawBook,
} from '../../admin/service/books.server.ts'
import { COVER_MAX_BYTES } from '../../catalogue/schema/book.ts'
import { CoverForms } from './cover.tsx'
import { BookForm } from './book-form.tsx'
import { AdminPage, Table } from './page.tsx'
import { PublicationForms } from './publication.tsx'
import type { Route } from './+types/book'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.title ?? 'Book'} · Administration · Readr` },
]

/** What stands in a form besides a file. */
const FORM_ROOM_BYTES = 64 * 1024

/** What was done, said once after the redirect. */
const DONE = {
  create: 'The book is added.',
  save: 'The book is saved.',
  lock: 'The book is locked, or unlocked, as you chose.',
  publish: 'The moment of publication is set.',
  withdraw: 'The book is withdrawn, or back, as you chose.',
  cover: 'The book has its own cover.',
  uncover: 'The cover is drawn again.',
  restore: 'The book is again what it was.',
} as const

export async function loader({ params, url }: Route.LoaderArgs) {
  const done = url.searchParams.get('done')
  const book = await bookDetails(params.slug).catch((error: unknown) => {
    if (error instanceof DomainError) throw data(null, { status: error.status })
    throw error
  })
  return {
    ...book,
    slug: params.slug,
    publication: publicationOf(book, new Date()),
    done: done && Object.hasOwn(DONE, done) ? DONE[done as keyof typeof DONE] : null,
  }
}

export async function action({ request, params: { slug }, url, context }: Route.ActionArgs) {
  const { user } = requireReader(context, url)
  let form: FormData
  try {
    form = await readFiles(request, COVER_MAX_BYTES + FORM_ROOM_BYTES, 'cover')
  } catch (error) {
    // Nothing but a cover can be so large.
    if (!(error instanceof DomainError)) throw error
    const { data: refusal, init } = refusedWith(error)
    return data({ ...refusal, intent: 'cover' as const, typed: null }, init ?? {})
  }
  const { data: intent } = bookIntent.safeParse(form.get('intent'))
  const doneWith = (what: keyof typeof DONE) => redirect(`/admin/books/${slug}?done=${what}`, 303)
  const typed = { source: typedText(form, 'source'), since: typedText(form, 'since') }
  const answer = await runIntent()
  if (answer instanceof Response) return answer
  if ('preview' in answer) return { ...answer, typed }
  return {
    ...answer,
    data: { ...answer.data, intent, typed: typed.source === '' ? null : typed },
  }

  function runIntent() {
    switch (intent) {
      case 'preview':
        return submitForm(form, editInput, async ({ source }) => ({
          preview: await previewBook(slug, source),
        }))
      case 'save':
        return submitForm(form, editInput, async (input) => {
          await editBook(user.id, slug, input)
          return doneWith('save')
        })
      case 'lock':
        return submitForm(form, lockInput, async ({ locked }) => {
          await lockBook(user.id, slug, locked)
          return doneWith('lock')
        })
      case 'publish':
        return submitForm(form, publishInput, async ({ at }) => {
          await publishBook(user.id, slug, at)
          return doneWith('publish')
        })
      case 'withdraw':
        return submitForm(form, withdrawInput, async ({ withdrawn }) => {
          await withdrawBook(user.id, slug, withdrawn)
          return doneWith('withdraw')
        })
      case 'cover':
        return submitForm(form, coverInput, async ({ cover }) => {
          await coverBook(user.id, slug, new Uint8Array(await cover.arrayBuffer()))
          return doneWith('cover')
        })
      case 'uncover':
        return submitForm(form, z.object({}), async () => {
          await uncoverBook(user.id, slug)
          return doneWith('uncover')
        })
      case 'restore':
        return submitForm(form, restoreInput, async ({ revision }) => {
          await restoreBook(user.id, slug, revision)
          return doneWith('restore')
        })
      default:
        throw data(null, { status: 400 })
    }
  }
}

export default function BookPage({ loaderData, actionData }: Route.ComponentProps) {
  const {
    slug,
    title,
    locked,
    publication,
    publishedAt,
    coverFile,
    source,
    since,
    revisions,
    done,
  } = loaderData
  const typed = actionData?.typed
  const refused = actionData && 'result' in actionData ? actionData : undefined
  const refusedFor = (intent: string) => (refused?.intent === intent ? refused : undefined)
  return (
    <AdminPage at="/admin/books" title={title} done={actionData ? null : done}>
      {publication.state === 'published' && (
        <p className="mt-3">
          <a href={summaryPath(slug)} className="text-link inline-flex min-h-11 items-center">
            As readers see it
          </a>
        </p>
      )}
      <Form method="post" className="mt-4">
        <input type="hidden" name="locked" value={String(!locked)} />
        <button type="submit" name="intent" value="lock" className="button button-quiet">
          {locked ? 'Unlock' : 'Lock'}
        </button>
      </Form>
      <div className="mt-8 grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <PublicationForms
          publication={publication}
          publishedAt={publishedAt}
          refused={refusedFor('publish')}
        />
        <CoverForms slug={slug} isOwn={coverFile !== null} refused={refusedFor('cover')} />
      </div>
      <BookForm
        slug={null}
        source={typed?.source ?? source}
        since={typed?.since ?? since}
        refused={typed ? refused : undefined}
        preview={actionData && 'preview' in actionData ? actionData.preview : undefined}
      />
      <h2 className="mt-12 text-2xl">What it was before</h2>
      {revisions.length === 0 ? (
        <p className="mt-4 text-soft">It has not been changed here yet.</p>
      ) : (
        <Table caption="Revisions" head={['Replaced (UTC)', 'By', 'Restore']}>
          {revisions.map((revision) => (
            <tr key={revision.id}>
              <td>{toTheMinute(revision.replacedAt)}</td>
              <td>{revision.by}</td>
              <td>
                <RestoreForm revision={revision.id} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </AdminPage>
  )
}

function RestoreForm({ revision }: { revision: number }) {
  return (
    <Form method="post">
      <input type="hidden" name="revision" value={revision} />
      <button type="submit" name="intent" value="restore" className="text-link">
        Restore
        <span className="sr-only"> revision {revision}</span>
      </button>
    </Form>
  )
}
