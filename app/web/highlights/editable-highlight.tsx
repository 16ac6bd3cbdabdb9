import {
  HIGHLIGHT_COLOR_LABELS,
  HIGHLIGHT_COLORS,
  MAX_NOTE_CHARS,
  highlightPath,
} from '../../reading/rules/highlights/highlight.ts'
import { textVersion } from '../../reading/rules/highlights/versions.ts'
import type { HighlightView } from './highlight-view.ts'
import { HighlightFacts, HighlightItem, HighlightContent } from './highlight-content.tsx'
import { SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

export interface RefusedHighlight {
  text: string
  color: string
  /** The version of the note that it changed; undefined: it did not say. */
  textBefore: string | undefined
  error: string
}

interface EditableHighlightProps {
  note: HighlightView
  /** null: there is no page of the summary. */
  slug: string | null
  /** The address to which the forms post: this page. */
  action: string
  refused: RefusedHighlight | null
  isSaved: boolean
}

/** What the page says after a highlight was saved. */
export const SAVED = 'Your changes have been saved.'

/** A highlight of the reader's, with forms that change and delete it. */
export function EditableHighlight({
  note,
  slug,
  action,
  refused,
  isSaved,
}: EditableHighlightProps) {
  return (
    <HighlightItem note={note}>
      <HighlightContent note={note} />
      {isSaved && (
        <p role="status" className="mt-3 font-semibold">
          {SAVED}
        </p>
      )}
      <div className="note-actions">
        <HighlightFacts note={note} />
        {slug !== null && !note.isOutdated && (
          <a href={highlightPath(slug, note.id)} className="notes-link">
            Open in the summary
          </a>
        )}
        <details open={refused !== null} className="note-edit">
          <summary className="notes-link">Edit</summary>
          <EditNote note={note} action={action} refused={refused} />
        </details>
      </div>
    </HighlightItem>
  )
}

function EditNote({ note, action, refused }: Omit<EditableHighlightProps, 'slug' | 'isSaved'>) {
  const { color, text } = refused ?? note
  const error = `error-${note.id}`
  return (
    <PostForm
      id={`edit-${note.id}`}
      // The default encoding of forms takes up to nine bytes for a letter, this one three.
      encType="multipart/form-data"
      action={action}
      className="note-form"
    >
      <input type="hidden" name="note" value={note.id} />
      <input
        type="hidden"
        name="textBefore"
        value={refused?.textBefore ?? textVersion(note.text)}
      />
      <p
        id={error}
        role="alert"
        tabIndex={-1}
        hidden={refused === null}
        autoFocus={refused !== null}
        className="callout callout-alert outline-none"
      >
        {refused?.error}
      </p>
      <fieldset>
        <legend className="sr-only">Color</legend>
        <div className="segments">
          {HIGHLIGHT_COLORS.map((one) => (
            <label key={one} className="segment">
              <input type="radio" name="color" value={one} defaultChecked={one === color} />
              <span className={`note-swatch note-${one}`} />
              {HIGHLIGHT_COLOR_LABELS[one]}
            </label>
          ))}
        </div>
      </fieldset>
      <label className="block font-semibold">
        Your note
        <textarea
          name="text"
          rows={4}
          dir="auto"
          maxLength={MAX_NOTE_CHARS}
          defaultValue={text}
          aria-describedby={refused ? error : undefined}
          className="field mt-1 font-normal"
        />
      </label>
      <div className="flex flex-wrap gap-3">
        <SubmitButton intent="save">Save</SubmitButton>
        <SubmitButton intent="delete" look="danger">
          Delete highlight
        </SubmitButton>
      </div>
    </PostForm>
  )
}

export function DeletedHighlight({ note, action }: { note: HighlightView; action: string }) {
  return (
    <HighlightItem note={note} className="note-deleted">
      <p>Highlight deleted.</p>
      <PostForm action={action}>
        <input type="hidden" name="note" value={note.id} />
        <SubmitButton intent="restore" look="quiet">
          Undo
        </SubmitButton>
      </PostForm>
    </HighlightItem>
  )
}
