import { collectionsToEdit } from '../../catalogue/service/edit-collection.server.ts'
import { AdminList, AdminPage } from './admin-page.tsx'
import type { Route } from './+types/collections'
import { TextLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const loader = async () => ({ collections: await collectionsToEdit() })

export default function AdminCollectionsPage({
  loaderData: { collections },
}: Route.ComponentProps) {
  return (
    <AdminPage at="/admin/collections" title="Collections">
      <p className="mt-4">
        Readers see collections of which at least two books are published.{' '}
        <TextLink href="/admin/collections/new">Add a collection</TextLink>
      </p>
      {collections.length > 0 && (
        <AdminList
          caption="Collections"
          rows={collections.map(({ slug, title, position, books, withdrawn }) => ({
            Title: { href: `/admin/collections/${slug}`, text: title },
            Position: position,
            Books: books,
            State: withdrawn ? 'Withdrawn' : 'Published',
          }))}
        />
      )}
    </AdminPage>
  )
}
