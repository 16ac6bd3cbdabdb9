import { SubmitButton, TextLink } from '../ui/controls.tsx'

/** Says that someone changed the book after the draft was started, and what can be done. */
export function OutdatedDraft({ parts, currentPath }: { parts: string[]; currentPath: string }) {
  return (
    <div className="callout callout-alert mt-5" role="alert">
      <p>
        Someone changed this book after you started this draft. Nothing is lost: your draft is
        below, and{' '}
        <TextLink href={currentPath} target="_blank">
          the current version opens in a new tab
        </TextLink>
        .
      </p>
      {parts.length > 0 && <p className="mt-2">They differ in: {parts.join(', ')}.</p>}
      <p className="mt-2">
        To publish your draft, select “Continue with my draft” first. It will replace the current
        version, which stays among the earlier versions. Or discard your draft.
      </p>
      <SubmitButton form="book-editor" intent="keep" className="mt-4">
        Continue with my draft
      </SubmitButton>
    </div>
  )
}
