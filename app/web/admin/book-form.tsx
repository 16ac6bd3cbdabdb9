import type { FreeAndPaidParts } from '../../admin/rules/preview.ts'
import type { Refused } from '../../middleware/form-action.server.ts'
import { FormBanner } from '../ui/field.tsx'
import { BookPreview } from './book-preview.tsx'
import { CorrectionField, InputField } from './input-field.tsx'
import { SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

interface BookFormProps {
  /** The address of a new book; null: the book has one already. */
  slug: string | null
  source: string
  /** The version that is being edited. */
  since: string
  /** What the change corrects. */
  correction?: string | undefined
  refused: Refused | undefined
  preview: { title: string; parts: FreeAndPaidParts } | undefined
}

/** The form that edits a book as its file, and the preview. */
export function BookForm({
  slug,
  source,
  since,
  correction = '',
  refused,
  preview,
}: BookFormProps) {
  const errors = refused?.result.error
  return (
    <>
      <PostForm noValidate className="mt-6 grid grid-cols-1 gap-5">
        <FormBanner id="book-message" message={errors?.['']?.[0]} />
        <input type="hidden" name="since" value={since} />
        {slug !== null && (
          <InputField
            name="slug"
            label="Address: /summaries/…"
            problems={errors?.['slug']}
            defaultValue={slug}
            className="field max-w-lg"
          />
        )}
        <InputField
          name="source"
          label="Book file: the header between two lines of ---, then the summary"
          problems={errors?.['source']}
        >
          {(attributes) => (
            <textarea
              {...attributes}
              rows={30}
              spellCheck
              defaultValue={source}
              className="field book-file"
            />
          )}
        </InputField>
        {slug === null && <CorrectionField value={correction} problems={errors?.['correction']} />}
        <div className="flex flex-wrap gap-3">
          <SubmitButton intent="preview" look="quiet">
            Preview
          </SubmitButton>
          <SubmitButton intent="save">Save</SubmitButton>
        </div>
      </PostForm>
      {preview && (
        <section aria-labelledby="preview-title" className="mt-12">
          {/* Takes the focus, because the page was loaded to show the preview. */}
          <h2 id="preview-title" tabIndex={-1} autoFocus className="text-2xl outline-none">
            Preview of {preview.title} (not saved)
          </h2>
          <div className="mt-6 max-w-3xl">
            <BookPreview {...preview.parts} />
          </div>
        </section>
      )}
    </>
  )
}
