import { collectionPath } from '../../catalogue/rules/collections.ts'
import { suggestedBooks } from '../../catalogue/service/edit-collection.server.ts'
import {
  formHeaders,
  readForm,
  runIntent,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { withdrawInput } from '../../admin/schema/books.ts'
import { booksOf, collectionInput, restoreCollectionInput } from '../../admin/schema/collections.ts'
import {
  collectionDetails,
  createCollection,
  editCollection,
  restoreCollection,
  withdrawCollection,
} from '../../admin/service/edit-collections.server.ts'
import { AdminPage } from './admin-page.tsx'
import { CollectionForm } from './collection-form.tsx'
import { EarlierVersions } from './earlier-versions.tsx'
import { type FlashMessageName, redirectWithFlashMessage, takeFlashText } from './flash-messages.ts'
import { errorPageOnDomainError } from '../shell/error-page-on-domain-error.ts'
import type { Route } from './+types/collection'
import { LineLink, SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

export const handle = { withoutScripts: true }

export const headers = formHeaders

/** The slug of the page's collection; null: a new one. No collection has the slug "new". */
const slugOf = ({ collection }: { collection: string }) =>
  collection === 'new' ? null : collection

export async function loader({ params, context }: Route.LoaderArgs) {
  const slug = slugOf(params)
  const collection = slug ? await errorPageOnDomainError(collectionDetails(slug)) : null
  return {
    slug,
    collection,
    suggested: await suggestedBooks(),
    flash: await takeFlashText(context),
  }
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const slug = slugOf(params)
  const { user, session } = requireReader(context, url)
  const form = await readForm(request)
  const pageWith = (of: string, flash: FlashMessageName) =>
    redirectWithFlashMessage(session.id, `/admin/collections/${of}`, flash)
  return runIntent(form, {
    save: () =>
      submitForm(form, collectionInput, async (input) => {
        const { title, blurb, position, since } = input
        const edited = { title, blurb, position, books: booksOf(input) }
        if (slug) await editCollection(user.id, slug, edited, since)
        else await createCollection(user.id, input.slug, edited)
        return pageWith(slug ?? input.slug, slug ? 'collection-saved' : 'collection-added')
      }),
    ...(slug && {
      withdraw: () =>
        submitForm(form, withdrawInput, async ({ withdrawn }) => {
          await withdrawCollection(user.id, slug, withdrawn)
          return pageWith(slug, withdrawn ? 'collection-withdrawn' : 'collection-returned')
        }),
      restore: () =>
        submitForm(form, restoreCollectionInput, async ({ revision }) => {
          await restoreCollection(user.id, slug, revision)
          return pageWith(slug, 'version-restored')
        }),
    }),
  })
}

export default function AdminCollectionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, collection, suggested, flash } = loaderData
  const isWithdrawn = collection !== null && collection.withdrawnAt !== null
  return (
    <AdminPage
      at="/admin/collections"
      title={collection?.title ?? 'New collection'}
      flash={actionData ? null : flash}
    >
      {slug !== null && (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <PostForm>
            <input type="hidden" name="withdrawn" value={String(!isWithdrawn)} />
            <SubmitButton intent="withdraw" look="quiet">
              {isWithdrawn ? 'Return to readers' : 'Withdraw'}
            </SubmitButton>
          </PostForm>
          {isWithdrawn ? (
            <p>Withdrawn. Only administrators can see this collection.</p>
          ) : (
            <LineLink href={collectionPath(slug)}>View as a reader</LineLink>
          )}
        </div>
      )}
      <CollectionForm collection={collection} suggested={suggested} refused={actionData} />
      {collection && <EarlierVersions revisions={collection.revisions} />}
    </AdminPage>
  )
}
