import { collectionsToEdit } from '../../catalogue/service/edit-collection.server.ts'
import { AdminPage, AdminTable } from './admin-page.tsx'
import type { Route } from './+types/collections'
import { TextLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const meta: Route.MetaFunction = () => [{ title: 'Collections · Administration · Readr' }]

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
        <AdminTable caption="Collections" head={['Title', 'Position', 'Books', 'State']}>
          {collections.map(({ slug, title, position, books, withdrawn }) => (
            <tr key={slug}>
              <td>
                <TextLink href={`/admin/collections/${slug}`}>{title}</TextLink>
              </td>
              <td>{position}</td>
              <td>{books}</td>
              <td>{withdrawn ? 'Withdrawn' : 'Published'}</td>
            </tr>
          ))}
        </AdminTable>
      )}
    </AdminPage>
  )
}
