import { useLocation } from 'react-router'
import { BookmarkIcon, ReadIcon } from '../ui/icons.tsx'
import { type BookMarks, marksPath } from '../../reading/rules/marks.ts'
import { PostForm } from '../ui/post-form.tsx'

/** Each mark with its icon, and what its button says while the mark is not set, and while it is. */
const MARKS = {
  saved: [BookmarkIcon, 'Save to My List', 'In My List'],
  read: [ReadIcon, 'Mark as read', 'Read'],
} as const

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'readr-marks': React.HTMLAttributes<HTMLElement> & { class?: string }
    }
  }
}

interface ToggleProps {
  slug: string
  title: string
  marks: BookMarks
  /** On a card or bar with this id, the buttons show icons only; without JavaScript, a reader returns to it. */
  iconsIn?: string
  isPrimary?: boolean | undefined
  /** Where a reader without JavaScript returns to; default: where they are. */
  back?: string
}

/** The toggles of a book: in My List or not, read or not. behaviors/changes/marks.ts makes them instant. */
export function MarkToggles({
  only,
  ...props
}: ToggleProps & {
  only?: keyof typeof MARKS
}) {
  const { slug, marks, iconsIn } = props
  return (
    <readr-marks
      data-slug={slug}
      data-saved={String(marks.saved)}
      data-read={String(marks.read)}
      class={iconsIn ? 'flex flex-wrap' : 'both-marks flex flex-wrap gap-2 sm:gap-3'}
    >
      {only !== 'read' && <Toggle {...props} mark="saved" />}
      {only !== 'saved' && <Toggle {...props} mark="read" />}
    </readr-marks>
  )
}

function Toggle({
  slug,
  title,
  marks,
  iconsIn,
  isPrimary = false,
  back,
  mark,
}: ToggleProps & { mark: keyof typeof MARKS }) {
  const { pathname, search } = useLocation()
  const on = marks[mark]
  const [MarkIcon, ...labels] = MARKS[mark]
  const common = {
    type: 'submit',
    'data-mark': mark,
    'data-labels': labels.join('|'),
  } as const
  const label = labels[Number(on)]
  return (
    <PostForm action={marksPath(slug)}>
      <input type="hidden" name="mark" value={mark} />
      <input type="hidden" name="on" value={String(!on)} />
      <input type="hidden" name="back" value={back ?? `${pathname}${search}#${iconsIn}`} />
      {iconsIn ? (
        <button
          {...common}
          aria-pressed={on}
          aria-label={`${labels[0]}: ${title}`}
          title={label}
          className="mark-button"
        >
          <MarkIcon filled={on} />
        </button>
      ) : (
        <button {...common} className={`button ${isPrimary ? 'button-large' : 'button-quiet'}`}>
          <MarkIcon filled={on} />
          <span>{label}</span>
        </button>
      )}
    </PostForm>
  )
}

/** The fragment of a book's card in a list. */
export const cardId = (slug: string) => `book-${slug}`
