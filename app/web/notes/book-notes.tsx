import { Form } from 'react-router'
import type { Color } from '../../reading/rules/notes/note.ts'
import { choosePath, editNotePath, notePath, notesPath } from '../../reading/rules/notes/note.ts'
import { Notice } from '../ui/notice.tsx'

/** A highlight in a list of its book. */
export interface ShownNote {
  id: string
  color: Color
  text: string
  exact: string
  isOutdated: boolean
  start: number
  end: number
}

interface BookNotesProps {
  slug: string
  /** A highlight that was just deleted. */
  deleted: string | null
  notes: ShownNote[]
  previous: number | null
  next: number | null
  /** Where highlights can be added. */
  parts: { id: string; name: string; paragraphs: { at: number; text: string }[] }[]
}

/** All highlights in a book, and its paragraphs, to add more. */
export function BookNotes({ slug, deleted, notes, previous, next, parts }: BookNotesProps) {
  const path = notesPath(slug)
  return (
    <>
      {deleted && (
        <Notice className="mt-6">
          <Form method="post" reloadDocument className="flex flex-wrap items-center gap-x-4">
            Highlight deleted.
            <input type="hidden" name="note" value={deleted} />
            <button type="submit" name="intent" value="restore" className="text-link min-h-11">
              Undo
            </button>
          </Form>
        </Notice>
      )}
      {notes.length === 0 ? (
        <p className="lead mt-3">You haven’t highlighted anything in this book yet.</p>
      ) : (
        <NoteList slug={slug} notes={notes} />
      )}
      {(previous || next) && (
        <p className="mt-6 flex flex-wrap gap-3">
          {previous && (
            <a href={`${path}?page=${previous}`} rel="prev" className="button button-quiet">
              Previous
            </a>
          )}
          {next && (
            <a href={`${path}?page=${next}`} rel="next" className="button button-quiet">
              Next
            </a>
          )}
        </p>
      )}
      {parts.length > 0 && (
        <section aria-labelledby="add" className="mt-12">
          <h2 id="add" className="text-2xl">
            Add a highlight
          </h2>
          <p className="mt-2 text-soft">Choose a paragraph, then the sentences to highlight.</p>
          {parts.map(({ id, name, paragraphs }) => (
            <details key={id} className="group border-t border-line">
              <summary className="flex min-h-11 items-center py-2 font-semibold hover:text-accent">
                {name}
                <span aria-hidden="true" className="ml-auto group-open:-scale-y-100">
                  ↓
                </span>
              </summary>
              <ul className="mb-4">
                {paragraphs.map(({ at, text }) => (
                  <li key={at}>
                    <a
                      href={choosePath(slug, at)}
                      className="text-link inline-flex min-h-11 items-center font-serif"
                      dir="auto"
                    >
                      {text}
                    </a>
                  </li>
                ))}
              </ul>
            </details>
          ))}
        </section>
      )}
    </>
  )
}

/** Highlights with links to change them and to their places in the text. */
export function NoteList({ slug, notes }: { slug: string; notes: ShownNote[] }) {
  return (
    <ul className="mt-6">
      {notes.map(({ id, color, text, exact, isOutdated }) => (
        <li key={id} className="border-t border-line py-4">
          <blockquote className="font-serif leading-[1.8] note-text" dir="auto">
            <mark className={`highlight highlight-${color}`}>{exact}</mark>
          </blockquote>
          {text && (
            <p className="mt-2 note-text" dir="auto">
              {text}
            </p>
          )}
          {isOutdated && <p className="mt-2 text-sm text-soft">From an earlier version</p>}
          <p className="flex flex-wrap gap-x-4 text-sm">
            <a
              href={editNotePath(slug, id)}
              className="text-link inline-flex min-h-11 items-center"
            >
              Edit<span className="sr-only">: {exact.slice(0, 60)}</span>
            </a>
            {!isOutdated && (
              <a href={notePath(slug, id)} className="text-link inline-flex min-h-11 items-center">
                Open in the summary<span className="sr-only">: {exact.slice(0, 60)}</span>
              </a>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
