import { refusedIn } from '../accounts/account-form.tsx'
import { z } from 'zod'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import {
  runIntent,
  filesOrRefusal,
  formHeaders,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { publicationStateOf } from '../../admin/rules/publication.ts'
import {
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
  previewBook,
  publishBook,
  restoreBook,
  uncoverBook,
  withdrawBook,
} from '../../admin/service/edit-books.server.ts'
import { MAX_COVER_BYTES } from '../../catalogue/schema/book.ts'
import { CoverForms } from './cover-forms.tsx'
import { BookForm } from './book-form.tsx'
import { AdminPage } from './admin-page.tsx'
import { EarlierVersions } from './earlier-versions.tsx'
import { type FlashMessageName, redirectWithFlashMessage, takeFlashText } from './flash-messages.ts'
import { errorPageOnDomainError } from '../shell/error-page-on-domain-error.ts'
import { PublicationForms } from './publication-forms.tsx'
import type { Route } from './+types/book'
import { ButtonLink, LineLink, SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

export const handle = { withoutScripts: true }

export const headers = formHeaders

/** Bytes of a form besides its file. */
const MAX_FIELDS_BYTES = 64 * 1024

export async function loader({ params: { slug }, context }: Route.LoaderArgs) {
  const book = await errorPageOnDomainError(bookDetails(slug))
  return {
    ...book,
    slug,
    publication: publicationStateOf(book, new Date()),
    coverMaxMb: MAX_COVER_BYTES / 2 ** 20,
    flash: await takeFlashText(context),
  }
}

export async function action({ request, params: { slug }, url, context }: Route.ActionArgs) {
  const { user, session } = requireReader(context, url)
  // Only a cover can be that large.
  const posted = await filesOrRefusal(request, MAX_COVER_BYTES + MAX_FIELDS_BYTES, 'cover', {
    intent: 'cover' as const,
    typed: null,
  })
  if (!(posted instanceof FormData)) return posted
  const form = posted
  const typed = {
    source: typedText(form, 'source'),
    since: typedText(form, 'since'),
    correction: typedText(form, 'correction'),
  }
  const isSet = (name: string) => form.get(name) === 'true'
  const answer = await runIntent(form, {
    preview: () =>
      submitForm(form, editInput, async ({ source }) => ({
        preview: await previewBook(slug, source),
      })),
    save: () => change(editInput, 'book-saved', (input) => editBook(user.id, slug, input)),
    lock: () =>
      change(lockInput, isSet('locked') ? 'book-locked' : 'book-unlocked', ({ locked }) =>
        lockBook(user.id, slug, locked),
      ),
    publish: () => change(publishInput, 'date-saved', ({ at }) => publishBook(user.id, slug, at)),
    withdraw: () =>
      change(
        withdrawInput,
        isSet('withdrawn') ? 'book-withdrawn' : 'book-returned',
        ({ withdrawn }) => withdrawBook(user.id, slug, withdrawn),
      ),
    cover: () =>
      change(coverInput, 'cover-saved', async ({ cover }) =>
        coverBook(user.id, slug, new Uint8Array(await cover.arrayBuffer())),
      ),
    uncover: () => change(z.object({}), 'cover-removed', () => uncoverBook(user.id, slug)),
    restore: () =>
      change(restoreInput, 'version-restored', ({ revision }) =>
        restoreBook(user.id, slug, revision),
      ),
  })
  if (answer instanceof Response) return answer
  if ('preview' in answer) return { ...answer, typed }
  return { ...answer, data: { ...answer.data, typed: typed.source === '' ? null : typed } }

  function change<S extends z.ZodType>(
    schema: S,
    flash: FlashMessageName,
    run: (input: z.output<S>) => Promise<void>,
  ) {
    return submitForm(form, schema, async (input) => {
      await run(input)
      return redirectWithFlashMessage(session.id, `/admin/books/${slug}`, flash)
    })
  }
}

export default function BookPage({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, title, locked, publication, publishedAt, coverFile, revisions } = loaderData
  const typed = actionData?.typed
  const refused = actionData && 'result' in actionData ? actionData : undefined
  const refusedFor = refusedIn(actionData)
  return (
    <AdminPage at="/admin/books" title={title} flash={actionData ? null : loaderData.flash}>
      {publication.state === 'published' && (
        <p className="mt-3">
          <LineLink href={summaryPath(slug)}>View as a reader</LineLink>
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {loaderData.notInForm === null && (
          <ButtonLink href={`/admin/books/${slug}/edit`}>Edit in a form</ButtonLink>
        )}
        <ButtonLink href={`/admin/books/${slug}/audio`} look="quiet">
          Audio
        </ButtonLink>
        <PostForm>
          <input type="hidden" name="locked" value={String(!locked)} />
          <SubmitButton intent="lock" look="quiet">
            {locked ? 'Unlock' : 'Lock'}
          </SubmitButton>
        </PostForm>
      </div>
      <div className="admin-columns mt-8 gap-6">
        <PublicationForms
          publication={publication}
          publishedAt={publishedAt}
          refused={refusedFor('publish')}
        />
        <CoverForms
          slug={slug}
          isUploaded={coverFile !== null}
          maxMb={loaderData.coverMaxMb}
          refused={refusedFor('cover')}
        />
      </div>
      <h2 id="file" className="mt-12 text-2xl">
        Book file
      </h2>
      {loaderData.notInForm !== null && (
        <p className="callout mt-4">
          This book can only be edited as a file, because the form would change it.{' '}
          {loaderData.notInForm}
        </p>
      )}
      <BookForm
        slug={null}
        source={typed?.source ?? loaderData.source}
        since={typed?.since ?? loaderData.since}
        correction={typed?.correction}
        refused={typed ? refused : undefined}
        preview={actionData && 'preview' in actionData ? actionData.preview : undefined}
      />
      <WritingRules warnings={loaderData.warnings} />
      <EarlierVersions revisions={revisions} />
    </AdminPage>
  )
}

/** What the rules of docs/catalogue.md say about the saved file. Books need not follow them. */
function WritingRules({ warnings }: { warnings: string[] }) {
  if (warnings.length === 0) return null
  return (
    <details className="mt-12 max-w-3xl">
      <summary className="flex min-h-11 items-center font-semibold">
        Writing rules: {warnings.length} {warnings.length === 1 ? 'suggestion' : 'suggestions'}
      </summary>
      <p className="mt-2 text-soft">
        Readers see the book as it is. These are ways to make the summary better.
      </p>
      <ul className="mt-3 grid gap-2">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </details>
  )
}
