import { type BookForm, HEAD_FIELDS, type HeadField, MAX_IDEAS, PARTS } from './book-form.ts'

/** Reads the fields of the form, in a browser or from a request. */
export function bookFormFrom(data: FormData): BookForm {
  const texts = (name: string) =>
    data.getAll(name).map((value) => String(value).replace(/\r\n?/g, '\n'))
  const text = (name: string) => texts(name)[0] ?? ''
  const [headings, ideaTexts] = [texts('idea-heading'), texts('idea-text')]
  return {
    head: Object.fromEntries(HEAD_FIELDS.map((field) => [field, text(field)])) as Record<
      HeadField,
      string
    >,
    locked: data.get('locked') === 'true',
    ideas: headings
      .slice(0, MAX_IDEAS)
      .map((heading, i) => ({ heading: heading.replaceAll('\n', ' '), text: ideaTexts[i] ?? '' })),
    parts: Object.fromEntries(PARTS.map(({ field }) => [field, text(field)])),
  }
}

/** What a button does with the ideas: `add`, or `up-2`, `down-2`, `remove-2`. */
interface IdeaChange {
  kind: 'add' | 'up' | 'down' | 'remove'
  /** The index of the idea. */
  at: number
}

/** The change that a button's value names, or null. */
export function ideaChangeFrom(value: unknown): IdeaChange | null {
  if (value === 'add') return { kind: 'add', at: 0 }
  const [, kind, number] = /^(up|down|remove)-(\d{1,2})$/.exec(String(value)) ?? []
  return kind ? { kind: kind as IdeaChange['kind'], at: Number(number) - 1 } : null
}

/** Changes a list of ideas; `focus` is the index of the idea to continue with. */
export function changeIdeas<T>(
  ideas: T[],
  { kind, at }: IdeaChange,
  empty: T,
): { ideas: T[]; focus: number } {
  if (kind === 'add') {
    return ideas.length < MAX_IDEAS
      ? { ideas: [...ideas, empty], focus: ideas.length }
      : { ideas, focus: ideas.length - 1 }
  }
  if (ideas[at] === undefined) return { ideas, focus: 0 }
  const others = ideas.toSpliced(at, 1)
  if (kind === 'remove') return { ideas: others, focus: Math.max(0, at - 1) }
  const to = Math.min(others.length, Math.max(0, kind === 'up' ? at - 1 : at + 1))
  return { ideas: others.toSpliced(to, 0, ideas[at]), focus: to }
}
