import { Fragment } from 'react'
import { longDate } from '../../billing/rules/format.ts'
import { COLOR_LABELS, noteFragment } from '../../reading/rules/notes/note.ts'
import { splitAtTags } from '../../reading/rules/notes/tags.ts'
import { notesAddress } from './notes-address.ts'
import type { NoteView } from './note-view.ts'

/** The passage of a highlight and what its reader wrote about it. */
export function NoteWords({ note }: { note: NoteView }) {
  return (
    <>
      <blockquote dir="auto" className="note-passage">
        {note.exact.split(/\s*\n\s*/).map((paragraph, i) => (
          <p key={i}>{paragraph}</p>
        ))}
      </blockquote>
      {note.text !== '' && (
        <p dir="auto" className="note-text">
          {splitAtTags(note.text).map(({ text, tag }, i) =>
            tag ? (
              <a key={i} href={notesAddress({ tag })} className="text-link">
                {text}
              </a>
            ) : (
              <Fragment key={i}>{text}</Fragment>
            ),
          )}
        </p>
      )}
    </>
  )
}

/** The color and the date of a highlight. */
export function NoteFacts({ note }: { note: NoteView }) {
  return (
    <span className="note-facts">
      {COLOR_LABELS[note.color]} · {longDate(note.createdAt)}
      {note.isOutdated && <span className="tag">From an earlier version</span>}
    </span>
  )
}

/** The list item of a highlight. Its edge shows the color. */
export function NoteItem({
  note,
  className = '',
  children,
}: {
  note: NoteView
  className?: string
  children: React.ReactNode
}) {
  return (
    <li id={noteFragment(note.id)} className={`note note-${note.color} ${className}`}>
      {children}
    </li>
  )
}
