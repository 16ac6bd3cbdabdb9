import { useEffect, useRef, useState } from 'react'
import type { Editing } from '../../admin/service/book-drafts.server.ts'
import {
  type BookForm,
  EARLIER_PARTS,
  ideaField,
  LATER_PARTS,
  type BookFormPart,
  bookFormText,
} from '../../admin/rules/book-form.ts'
import { bookFormFrom, changeIdeas, ideaChangeFrom } from '../../admin/rules/posted-book-form.ts'
import { freeAndPaidParts } from '../../admin/rules/preview.ts'
import { isoMinute } from '../../admin/rules/dates.ts'
import type { Refused } from '../../middleware/form-action.server.ts'
import { FormBanner } from '../ui/field.tsx'
import { BookPreview } from './book-preview.tsx'
import { HeadFields } from './head-fields.tsx'
import { IdeaFields, type KeyedIdea } from './idea-fields.tsx'
import { CORRECTION_FIELD, InputField } from './input-field.tsx'
import { keepTypedTexts } from './keep-typed-texts.ts'
import { useDraft } from './use-draft.ts'
import './editor.css'
import { SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

/** Milliseconds without typing after which the preview follows. */
const PREVIEW_PAUSE_MS = 250

const FORM_ID = 'book-editor'

interface BookEditorProps {
  editing: Editing
  draftPath: string
  isNew: boolean
  refused: Refused | undefined
}

/** A book as a form with its preview. Works without JavaScript; with it, both are updated while typing. */
export function BookEditor({ editing, draftPath, isNew, refused }: BookEditorProps) {
  const form = useRef<HTMLFormElement>(null)
  const [ideas, setIdeas] = useState<KeyedIdea[]>(() =>
    editing.form.ideas.map((idea, key) => ({ ...idea, key })),
  )
  const [previewed, setPreviewed] = useState<BookForm>(editing.form)
  const draft = useDraft(form, draftPath, editing.version)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const focus = useRef<number | null>(null)
  const errors = refused?.result.error ?? {}
  const problemsOf = (field: string) => (errors[field] ?? []).map(asSentence)

  const typed = () => bookFormFrom(new FormData(form.current!))
  function changed() {
    draft.changed()
    clearTimeout(timer.current)
    timer.current = setTimeout(() => form.current && setPreviewed(typed()), PREVIEW_PAUSE_MS)
  }
  const onChanged = useRef(changed)
  useEffect(() => {
    onChanged.current = changed
  })
  const [endKeeping] = useState(() => keepTypedTexts(FORM_ID))
  const typedEarly = useRef(() => {
    endKeeping()
    if (JSON.stringify(typed()) !== JSON.stringify(editing.form)) changed()
  })
  useEffect(() => {
    typedEarly.current()
    return () => clearTimeout(timer.current)
  }, [])
  useEffect(() => {
    const at = focus.current
    if (at === null) return
    focus.current = null
    if (ideas[at]) document.getElementById(ideaField(at, 'heading'))?.focus()
    onChanged.current()
  }, [ideas])

  function changeIdea(value: string, event: React.MouseEvent) {
    event.preventDefault()
    const key = Math.max(-1, ...ideas.map((idea) => idea.key)) + 1
    const next = changeIdeas(ideas, ideaChangeFrom(value)!, { key, heading: '', text: '' })
    focus.current = next.focus
    setIdeas(next.ideas)
  }

  const part = ({ field, heading }: BookFormPart) => (
    <InputField
      key={field}
      name={field}
      label={heading}
      problems={problemsOf(field)}
      rows={6}
      defaultValue={editing.form.parts[field]}
    />
  )
  return (
    <div className="editor">
      <PostForm
        ref={form}
        id={FORM_ID}
        noValidate
        autoComplete="off"
        onInput={changed}
        onSubmit={draft.submitted}
        className="grid min-w-0 grid-cols-1 gap-5"
      >
        {/* The first button is the one that Enter in a field selects. */}
        <button
          type="submit"
          name="intent"
          value="draft"
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
        />
        <FormBanner id="book-message" message={bannerOf(errors)} />
        <input type="hidden" name="since" value={editing.since} />
        <input type="hidden" name="version" value={draft.state.version} />
        {isNew && (
          <InputField
            name="slug"
            label="Address: /summaries/…"
            problems={problemsOf('slug')}
            defaultValue={editing.slug}
          />
        )}
        <HeadFields form={editing.form} problemsOf={problemsOf} />
        {EARLIER_PARTS.map(part)}
        <IdeaFields ideas={ideas} problemsOf={problemsOf} onChange={changeIdea} />
        {LATER_PARTS.map(part)}
        {!isNew && (
          <InputField
            {...CORRECTION_FIELD}
            problems={problemsOf('correction')}
            defaultValue={editing.correction}
          />
        )}
        <div className="editor-actions">
          <SubmitButton intent="publish">{isNew ? 'Add the book' : 'Publish changes'}</SubmitButton>
          <SubmitButton intent="draft" look="quiet">
            Save draft
          </SubmitButton>
          <SubmitButton intent="preview" look="quiet">
            Preview
          </SubmitButton>
          {editing.savedAt && (
            <SubmitButton intent="discard" look="link">
              Discard draft
            </SubmitButton>
          )}
          <p
            role={draft.state.isProblem ? 'alert' : undefined}
            className={draft.state.isProblem ? 'field-error' : 'text-sm text-soft'}
          >
            {draft.state.text ?? draftText(editing.savedAt)}
          </p>
        </div>
      </PostForm>
      <section aria-labelledby="preview-title" tabIndex={0} className="editor-preview min-w-0">
        <h2 id="preview-title" className="text-2xl">
          Preview
        </h2>
        <div className="mt-4">
          <p className="display text-3xl">{previewed.head.title || 'No title yet'}</p>
          <p className="mt-1 text-soft">{previewed.head.author}</p>
          <p className="mt-4 mb-6">{previewed.head.blurb}</p>
          <BookPreview {...freeAndPaidParts(bookFormText(previewed))} />
        </div>
      </section>
    </div>
  )
}

/** A problem of a file, such as "must be true or false", as a sentence. */
const asSentence = (problem: string) =>
  `${problem[0]!.toUpperCase()}${problem.slice(1).replace(/\.$/, '')}.`

/** The message above the form: about all of it, else that some fields have problems. */
function bannerOf(errors: Record<string, string[] | null>): string | undefined {
  const whole = errors['']?.[0] ?? errors['text']?.map((message) => `The text: ${message}.`)[0]
  if (whole) return whole
  return Object.keys(errors).length === 0
    ? undefined
    : 'Nothing was published. Please correct the fields below; your draft is saved.'
}

/** What the page says about a saved draft. */
export function draftText(savedAt: Date | null): string {
  return savedAt
    ? `Draft saved at ${isoMinute(savedAt)} UTC. Only you see it.`
    : 'Changes are saved as a draft that only you see.'
}
