import {
  filesOrRefusal,
  formHeaders,
  redirectWithText,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { AdminForm } from './admin-form.tsx'
import { importInput } from '../../admin/schema/import.ts'
import { importBooks } from '../../admin/service/import-books.server.ts'
import { AdminPage, AdminSection } from './admin-page.tsx'
import { takeFlashText } from './flash-messages.ts'
import type { Route } from './+types/import'
import { SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

export const handle = { withoutScripts: true }

export const headers = formHeaders

/** Bytes of all files together. */
const MAX_FILES_BYTES = 64 * 2 ** 20

export async function loader({ context }: Route.LoaderArgs) {
  return { flash: await takeFlashText(context) }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { user, session } = requireReader(context, url)
  const form = await filesOrRefusal(request, MAX_FILES_BYTES, 'files', {})
  if (!(form instanceof FormData)) return form
  return submitForm(form, importInput, async () => {
    const files = form.getAll('files').flatMap((file) => (file instanceof File ? file : []))
    const { added, changed, unchanged, warnings } = await importBooks(
      user.id,
      files
        .filter(({ size, name }) => size > 0 || name !== '')
        .map((file) => ({
          name: file.name.replace(/^.*[/\\]/, ''),
          size: file.size,
          read: async () => new Uint8Array(await file.arrayBuffer()),
        })),
    )
    const advice =
      warnings.length === 0
        ? ''
        : ` Writing rules: ${warnings.length} ${warnings.length === 1 ? 'suggestion' : 'suggestions'}, on the pages of the books.`
    const text = `Imported: ${added} new, ${changed} changed, ${unchanged} unchanged.${advice}`
    return redirectWithText(session.id, '/admin/import', text)
  })
}

export default function ImportPage({ loaderData: { flash }, actionData }: Route.ComponentProps) {
  const problems = actionData?.result.error?.['files']
  return (
    <AdminPage at="/admin/import" title="Import and export" flash={actionData ? null : flash}>
      <div className="admin-columns mt-8 gap-6">
        <AdminSection id="import" title="Import">
          <p className="mb-5">
            Choose Markdown or text files (.md, .txt) with one book or collection each and the
            covers that they name, or an exported JSON file. If any file has an error, nothing is
            imported. A book or collection with the same address as an existing one replaces it.
          </p>
          <AdminForm
            id="import"
            refused={actionData}
            className=""
            message={
              problems
                ? 'Nothing was imported. Fix the errors below, then choose the files again.'
                : undefined
            }
            fields={[
              {
                name: 'files',
                label: `Files (up to ${MAX_FILES_BYTES / 2 ** 20} MB in total)`,
                type: 'file',
                multiple: true,
                accept: '.md,.txt,.json,.jpg,.jpeg,.png,.webp,.avif',
                autoFocus: false,
              },
            ]}
            buttons={[{ children: 'Import' }]}
          />
        </AdminSection>
        <AdminSection id="export" title="Export">
          <p className="mb-5">
            All books with their texts and covers, and all collections, including hidden ones, in
            one JSON file. To copy the catalogue, import the file into an empty one.
          </p>
          {/* It is answered with a file. */}
          <PostForm action="/admin/export" target="_self">
            <SubmitButton>Export the catalogue</SubmitButton>
          </PostForm>
        </AdminSection>
      </div>
    </AdminPage>
  )
}
