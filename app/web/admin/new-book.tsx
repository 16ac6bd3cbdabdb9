import {
  runIntent,
  filesOrRefusal,
  formHeaders,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { isoDay } from '../../admin/rules/dates.ts'
import { newBookInput } from '../../admin/schema/books.ts'
import { typedText } from '../../admin/schema/list-query.ts'
import { createBook, previewBook } from '../../admin/service/edit-books.server.ts'
import { BookForm } from './book-form.tsx'
import { AdminPage } from './admin-page.tsx'
import { redirectWithFlashMessage } from './flash-messages.ts'
import type { Route } from './+types/new-book'

export const handle = { withoutScripts: true }

export const headers = formHeaders

/** About twice the longest book. */
const MAX_FORM_BYTES = 2 * 2 ** 20

/** The header of a new book. */
const HEADER = `---
title:
author:
year:
genre: Fiction
blurb:
topics: []
locked: false
publishedAt:
sources: []
---

`

export function loader() {
  return { today: isoDay(new Date()) }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { user, session } = requireReader(context, url)
  const form = await filesOrRefusal(request, MAX_FORM_BYTES, 'source', { typed: null })
  if (!(form instanceof FormData)) return form
  const typed = { slug: typedText(form, 'slug'), source: typedText(form, 'source') }
  const answer = await runIntent(form, {
    preview: () =>
      submitForm(form, newBookInput, async ({ slug, source }) => ({
        preview: await previewBook(slug, source),
      })),
    save: () =>
      submitForm(form, newBookInput, async ({ slug, source }) => {
        await createBook(user.id, slug, source)
        return redirectWithFlashMessage(session.id, `/admin/books/${slug}`, 'book-added')
      }),
  })
  if (answer instanceof Response) return answer
  if ('preview' in answer) return { ...answer, typed }
  return { ...answer, data: { ...answer.data, typed } }
}

export default function NewBookPage({ loaderData, actionData }: Route.ComponentProps) {
  const typed = actionData?.typed
  return (
    <AdminPage at="/admin/books" title="New book">
      <BookForm
        slug={typed?.slug ?? ''}
        source={typed?.source ?? HEADER.replace('publishedAt:', `$& ${loaderData.today}`)}
        since=""
        refused={actionData && 'result' in actionData ? actionData : undefined}
        preview={actionData && 'preview' in actionData ? actionData.preview : undefined}
      />
    </AdminPage>
  )
}
