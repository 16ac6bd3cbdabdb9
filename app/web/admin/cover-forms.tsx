import { InputField } from './input-field.tsx'
import type { Refused } from '../../middleware/form-action.server.ts'
import { SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

/** A book's cover, and the forms that change it. */
export function CoverForms({
  slug,
  isUploaded,
  maxMb,
  refused,
}: {
  slug: string
  isUploaded: boolean
  /** The size limit of an uploaded image. */
  maxMb: number
  refused: Refused | undefined
}) {
  return (
    <section aria-labelledby="cover-title" className="min-w-0 rounded-xl bg-sunk p-5">
      <h2 id="cover-title" className="text-2xl">
        Cover
      </h2>
      <div className="cover-forms mt-4 flex flex-wrap gap-6">
        <img
          src={`/admin/books/${slug}/cover`}
          alt={isUploaded ? 'Uploaded cover' : 'Cover drawn by Readr'}
          width={240}
          height={360}
          className="cover"
        />
        <div className="min-w-0 grow">
          <PostForm encType="multipart/form-data" className="grid grid-cols-1 gap-4">
            <InputField
              name="cover"
              label={`Image (JPEG, PNG, WebP, or AVIF, up to ${maxMb} MB)`}
              problems={refused?.result.error?.['cover']}
              type="file"
              accept="image/jpeg,image/png,image/webp,image/avif"
            />
            <SubmitButton intent="cover" className="sm:justify-self-start">
              Upload<span className="sr-only"> the cover</span>
            </SubmitButton>
          </PostForm>
          {isUploaded && (
            <PostForm className="mt-4">
              <SubmitButton intent="uncover" look="quiet">
                Remove the cover
              </SubmitButton>
            </PostForm>
          )}
        </div>
      </div>
    </section>
  )
}
