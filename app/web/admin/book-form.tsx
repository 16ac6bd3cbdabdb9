import type { FreeAndPaidParts } from '../../admin/rules/preview.ts'
import type { Refused } from '../../middleware/form-action.server.ts'
import { AdminForm } from './admin-form.tsx'
import { BookPreview } from './book-preview.tsx'
import { CORRECTION_FIELD } from './input-field.tsx'

interface BookFormProps {
  /** The address of a new book; null: the book has one already. */
  slug: string | null
  source: string
  since: string
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
  return (
    <>
      <AdminForm
        id="book"
        refused={refused}
        className="mt-6"
        hidden={{ since }}
        values={{ slug: slug ?? undefined, source, correction }}
        fields={[
          ...(slug === null
            ? []
            : [{ name: 'slug', label: 'Address: /summaries/…', className: 'max-w-lg' }]),
          {
            name: 'source',
            label: 'Book file: the header between two lines of ---, then the summary',
            rows: 30,
            spellCheck: true,
            className: 'book-file',
          },
          ...(slug === null ? [CORRECTION_FIELD] : []),
        ]}
        buttons={[
          { intent: 'preview', look: 'quiet', children: 'Preview' },
          { intent: 'save', children: 'Save' },
        ]}
      />
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
