import {
  CUT_LINE,
  FIRST_PAID_IDEA,
  type Idea,
  ideaField,
  MAX_IDEAS,
} from '../../admin/rules/book-form.ts'
import { InputField } from './input-field.tsx'
import { SubmitButton } from '../ui/controls.tsx'

/** An idea in the form. The key stays when the idea moves. */
export interface KeyedIdea extends Idea {
  key: number
}

interface IdeaFieldsProps {
  ideas: KeyedIdea[]
  problemsOf: (field: string) => string[]
  /** Changes the ideas without a new page; the buttons also work without it. */
  onChange: (value: string, event: React.MouseEvent) => void
}

/** The ideas, with buttons that add, move, and remove them. */
export function IdeaFields({ ideas, problemsOf, onChange }: IdeaFieldsProps) {
  const button = (value: string, label: string, name: string, isOff = false) => (
    <SubmitButton
      name="ideas"
      value={value}
      disabled={isOff}
      onClick={(event) => onChange(value, event)}
      look="link"
    >
      {label}
      <span className="sr-only"> {name}</span>
    </SubmitButton>
  )
  return (
    <section aria-labelledby="ideas" className="grid grid-cols-1 gap-5">
      <h2 id="ideas" className="text-2xl">
        Ideas
      </h2>
      <ol className="grid grid-cols-1 gap-5">
        {ideas.map((idea, i) => {
          const name = `idea ${i + 1}`
          return (
            <li key={idea.key} id={`idea-${i + 1}`}>
              {i === FIRST_PAID_IDEA - 1 && (
                <p className="cut-line">
                  <span>
                    <code>{CUT_LINE}</code> The free part ends here
                  </span>
                </p>
              )}
              <div className="idea grid grid-cols-1 gap-4">
                <div className="flex flex-wrap items-center gap-x-3">
                  <h3 className="mr-auto text-xl">Idea {i + 1}</h3>
                  {button(`up-${i + 1}`, 'Up', name, i === 0)}
                  {button(`down-${i + 1}`, 'Down', name, i === ideas.length - 1)}
                  {button(`remove-${i + 1}`, 'Remove', name)}
                </div>
                <InputField
                  id={ideaField(i, 'heading')}
                  name="idea-heading"
                  label="Heading"
                  problems={problemsOf(ideaField(i, 'heading'))}
                  defaultValue={idea.heading}
                />
                <InputField
                  id={ideaField(i, 'text')}
                  name="idea-text"
                  label="Text"
                  problems={problemsOf(ideaField(i, 'text'))}
                  rows={8}
                  defaultValue={idea.text}
                />
              </div>
            </li>
          )
        })}
      </ol>
      <p>
        <SubmitButton
          name="ideas"
          value="add"
          disabled={ideas.length >= MAX_IDEAS}
          onClick={(event) => onChange('add', event)}
          look="quiet"
        >
          Add an idea
        </SubmitButton>
      </p>
    </section>
  )
}
