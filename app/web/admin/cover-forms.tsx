import { AdminForm } from './admin-form.tsx'
import { AdminSection } from './admin-page.tsx'
import type { Refused } from '../../middleware/form-action.server.ts'
import { SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

export function CoverForms({
  slug,
  isUploaded,
  maxMb,
  refused,
}: {
  slug: string
  isUploaded: boolean
  maxMb: number
  refused: Refused | undefined
}) {
  return (
    <AdminSection id="cover" title="Cover">
      <div className="cover-forms flex flex-wrap gap-6">
        <img
          src={`/admin/books/${slug}/cover`}
          alt={isUploaded ? 'Uploaded cover' : 'Cover drawn by Readr'}
          width={240}
          height={360}
          className="cover"
        />
        <div className="min-w-0 grow">
          <AdminForm
            id="cover"
            refused={refused}
            className=""
            fields={[
              {
                name: 'cover',
                label: `Image (JPEG, PNG, WebP, or AVIF, up to ${maxMb} MB)`,
                type: 'file',
                accept: 'image/jpeg,image/png,image/webp,image/avif',
              },
            ]}
            buttons={[
              {
                intent: 'cover',
                children: (
                  <>
                    Upload<span className="sr-only"> the cover</span>
                  </>
                ),
              },
            ]}
          />
          {isUploaded && (
            <PostForm className="mt-4">
              <SubmitButton intent="uncover" look="quiet">
                Remove the cover
              </SubmitButton>
            </PostForm>
          )}
        </div>
      </div>
    </AdminSection>
  )
}
