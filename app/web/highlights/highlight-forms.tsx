import { useForm } from '@conform-to/react'
import type { z } from 'zod'
import type { Refused } from '../../middleware/form-action.server.ts'
import { HIGHLIGHT_COLORS, type HighlightColor } from '../../reading/rules/highlights/highlight.ts'
import type { ChoosableSentence } from '../../reading/rules/highlights/choose-sentences.ts'
import { textVersion } from '../../reading/rules/highlights/versions.ts'
import type { changeHighlightForm } from '../../reading/schema/book-highlights-forms.ts'
import { Field } from '../ui/field.tsx'
import { Callout } from '../ui/callout.tsx'
import { HighlightList, type ListedHighlight } from './book-highlights-list.tsx'
import { SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

type RefusedForm = Refused | undefined

const typedIn = (refused: RefusedForm) => ({
  typed: refused?.result.initialValue ?? {},
  problem: Object.values(refused?.result.error ?? {})
    .flatMap((messages) => messages ?? [])
    .join(' '),
})

interface ChooseProps {
  slug: string
  id: string
  section: string
  paragraph: number
  where: string
  sentences: ChoosableSentence[]
  notes: ListedHighlight[]
  refused: RefusedForm
}

export function ChooseSentences({ slug, id, section, paragraph, where, ...props }: ChooseProps) {
  const { sentences, notes, refused } = props
  const { typed, problem } = typedIn(refused)
  const chosen = [typed['sentence']].flat()
  return (
    <>
      <p className="lead mt-3">{where}</p>
      <PostForm className="mt-6 grid grid-cols-1 gap-6">
        {problem && (
          <Callout id="problem" isProblem>
            {problem}
          </Callout>
        )}
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="section" value={section} />
        <input type="hidden" name="paragraph" value={paragraph} />
        <fieldset className="min-w-0" aria-describedby={problem ? 'problem' : undefined}>
          <legend className="mb-2 font-semibold">Sentences</legend>
          {sentences.map(({ text, start, end }, i) => (
            <label key={start} className="flex gap-4 border-t border-line py-3">
              <input
                type="checkbox"
                name="sentence"
                value={`${start}-${end}`}
                defaultChecked={chosen.includes(`${start}-${end}`) || sentences.length === 1}
                autoFocus={i === 0 && !problem}
                className="mt-1 size-5 shrink-0 accent-accent"
              />
              <span className="font-serif" dir="auto">
                {text}
              </span>
            </label>
          ))}
        </fieldset>
        <HighlightFields color="yellow" text="" refused={refused} />
        <SubmitButton intent="highlight" look="large" className="justify-self-start">
          Highlight
        </SubmitButton>
      </PostForm>
      {notes.length > 0 && (
        <section aria-labelledby="here" className="mt-12">
          <h2 id="here" className="text-2xl">
            Highlights here
          </h2>
          <HighlightList slug={slug} notes={notes} />
        </section>
      )}
    </>
  )
}

interface ChangeProps extends Omit<ListedHighlight, 'start' | 'end'> {
  refused: RefusedForm
}

export function ChangeHighlight({ id, exact, isOutdated, color, text, refused }: ChangeProps) {
  const { typed, problem } = typedIn(refused)
  const version = typed['textBefore'] ?? textVersion(text)
  return (
    <>
      <blockquote className="note-text mt-6 font-serif" dir="auto">
        <mark className={`highlight highlight-${color}`}>{exact}</mark>
      </blockquote>
      {isOutdated && <p className="mt-2 text-sm text-soft">From an earlier version</p>}
      <PostForm className="mt-8 grid grid-cols-1 gap-6">
        {problem && <Callout isProblem>{problem}</Callout>}
        <input type="hidden" name="note" value={id} />
        <input type="hidden" name="textBefore" value={version as string} />
        <HighlightFields color={color} text={text} refused={refused} />
        <p className="flex flex-wrap gap-3">
          <SubmitButton intent="change" look="large">
            Save
          </SubmitButton>
          <SubmitButton intent="delete" look="quiet" className="button-large">
            Delete highlight
          </SubmitButton>
        </p>
      </PostForm>
    </>
  )
}

const NAMES: Record<HighlightColor, string> = {
  yellow: 'Yellow',
  green: 'Green',
  blue: 'Blue',
  pink: 'Pink',
}

interface FieldsProps {
  color: HighlightColor
  text: string
  refused: RefusedForm
}

function HighlightFields({ color, text, refused }: FieldsProps) {
  const { typed } = typedIn(refused)
  const [, fields] = useForm<z.input<typeof changeHighlightForm>>({
    id: 'highlight',
    defaultValue: { text },
    lastResult: refused?.result ?? null,
  })
  const chosen = typed['color'] ?? color
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="mb-2 font-semibold">Color</legend>
        <div className="flex flex-wrap gap-x-6">
          {HIGHLIGHT_COLORS.map((name) => (
            <label key={name} className="flex min-h-11 items-center gap-2">
              <input
                type="radio"
                name="color"
                value={name}
                defaultChecked={name === chosen}
                className="size-5 accent-accent"
              />
              <span className={`highlight highlight-${name}`}>{NAMES[name]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <Field field={fields.text} label="Note (optional)" type="textarea" describedBy="about-tags" />
      <p id="about-tags" className="text-sm text-soft">
        Add tags such as #habits to find it later.
      </p>
    </>
  )
}
