import { useLocation } from 'react-router'
import { BookmarkIcon, ReadIcon } from '../ui/icons.tsx'
import { type BookMarks, marksPath } from '../../reading/rules/marks.ts'
import { changeMark, useMarks } from './changed-marks.ts'

interface ToggleProps {
  slug: string
  title: string
  marks: BookMarks
  /** On cards the signs alone are shown. */
  compact?: boolean
  /** Where a reader without JavaScript returns to; default: where they are. */
  back?: string
  onMarkedRead?: (() => void) | undefined
}

/** The two toggles of a book: on the list or not, read or not. */
export function MarkToggles(props: ToggleProps) {
  const marks = useMarks(props.slug, props.marks)
  return (
    <div className={props.compact ? 'flex flex-wrap' : 'both-marks flex flex-wrap gap-2 sm:gap-3'}>
      <SaveToggle {...props} marks={marks} />
      <ReadToggle {...props} marks={marks} />
    </div>
  )
}

function SaveToggle(props: ToggleProps) {
  const { saved } = props.marks
  return (
    <Toggle {...props} mark="saved" on={saved} labels={['Save to My List', 'In My List']}>
      <BookmarkIcon filled={saved} />
    </Toggle>
  )
}

/** 'Mark as read', and back. */
export function ReadToggle(props: ToggleProps) {
  const { read } = useMarks(props.slug, props.marks)
  return (
    <Toggle {...props} mark="read" on={read} labels={['Mark as read', 'Read']}>
      <ReadIcon filled={read} />
    </Toggle>
  )
}

/**
 * A form with one button. With JavaScript the mark shows at once and is sent in the background;
 * if it does not get through, it silently shows as it was.
 */
function Toggle({
  slug,
  title,
  compact = false,
  back,
  onMarkedRead,
  mark,
  on,
  labels,
  children,
}: ToggleProps & {
  mark: 'saved' | 'read'
  on: boolean
  /** What the button says while the mark is not set, and while it is. */
  labels: [off: string, on: string]
  children: React.ReactNode
}) {
  const location = useLocation()
  const here = back ?? `${location.pathname}${location.search}#${cardId(slug)}`
  return (
    <form
      method="post"
      action={marksPath(slug)}
      data-mark={mark}
      data-slug={slug}
      onSubmit={(event) => {
        event.preventDefault()
        void changeMark(slug, mark, !on)
        if (mark === 'read' && !on) onMarkedRead?.()
      }}
    >
      <input type="hidden" name="mark" value={mark} />
      <input type="hidden" name="on" value={String(!on)} />
      <input type="hidden" name="back" value={here} />
      {compact ? (
        <button
          type="submit"
          aria-pressed={on}
          aria-label={`${labels[0]}: ${title}`}
          title={labels[on ? 1 : 0]}
          className="mark-button"
        >
          {children}
        </button>
      ) : (
        <button type="submit" className="button button-quiet" data-labels={labels.join('|')}>
          {children}
          <span data-label="">{labels[on ? 1 : 0]}</span>
        </button>
      )}
    </form>
  )
}

/** The fragment of a book's card in a list. */
export const cardId = (slug: string) => `book-${slug}`
