import { Fragment } from 'react'
import {
  HIGHLIGHT_COLOR_LABELS,
  highlightFragment,
  LINE_BREAKS,
} from '../../reading/rules/highlights/highlight.ts'
import { splitAtTags } from '../../reading/rules/highlights/tags.ts'
import { myHighlightsAddress } from './my-highlights-address.ts'
import type { HighlightView } from './highlight-view.ts'
import { TextLink } from '../ui/controls.tsx'

/** The passage of a highlight and what its reader wrote about it. */
export function HighlightContent({ note }: { note: HighlightView }) {
  return (
    <>
      <blockquote dir="auto" className="note-passage">
        {note.exact.split(LINE_BREAKS).map((paragraph, i) => (
          <p key={i}>{paragraph}</p>
        ))}
      </blockquote>
      {note.text !== '' && (
        <p dir="auto" className="note-text">
          {splitAtTags(note.text).map(({ text, tag }, i) =>
            tag ? (
              <TextLink key={i} href={myHighlightsAddress({ tag })}>
                {text}
              </TextLink>
            ) : (
              <Fragment key={i}>{text}</Fragment>
            ),
          )}
        </p>
      )}
    </>
  )
}

export function HighlightFacts({ note }: { note: HighlightView }) {
  return (
    <span className="note-facts">
      {HIGHLIGHT_COLOR_LABELS[note.color]} · {note.createdOn}
      {note.isOutdated && <span className="tag">From an earlier version</span>}
    </span>
  )
}

/** The list item of a highlight. Its edge shows the color. */
export function HighlightItem({
  note,
  className = '',
  children,
}: {
  note: HighlightView
  className?: string
  children: React.ReactNode
}) {
  return (
    <li id={highlightFragment(note.id)} className={`note note-${note.color} ${className}`}>
      {children}
    </li>
  )
}
