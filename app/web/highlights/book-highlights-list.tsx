import {
  type HighlightColor,
  chooseSentencesPath,
  editHighlightPath,
  highlightPath,
  bookHighlightsPath,
} from '../../reading/rules/highlights/highlight.ts'
import { Callout } from '../ui/callout.tsx'
import { ButtonLink, LineLink, SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

export interface ListedHighlight {
  id: string
  color: HighlightColor
  text: string
  exact: string
  isOutdated: boolean
  start: number
  end: number
}

interface BookHighlightsListProps {
  slug: string
  deleted: string | null
  notes: ListedHighlight[]
  previous: number | null
  next: number | null
  parts: { id: string; name: string; paragraphs: { at: number; text: string }[] }[]
}

/** All highlights in a book, and its paragraphs, to add more. */
export function BookHighlightsList({
  slug,
  deleted,
  notes,
  previous,
  next,
  parts,
}: BookHighlightsListProps) {
  const path = bookHighlightsPath(slug)
  return (
    <>
      {deleted && (
        <Callout className="mt-6">
          <PostForm className="flex flex-wrap items-center gap-x-4">
            Highlight deleted.
            <input type="hidden" name="note" value={deleted} />
            <SubmitButton intent="restore" look="link">
              Undo
            </SubmitButton>
          </PostForm>
        </Callout>
      )}
      {notes.length === 0 ? (
        <p className="lead mt-3">You haven’t highlighted anything in this book yet.</p>
      ) : (
        <HighlightList slug={slug} notes={notes} />
      )}
      {(previous || next) && (
        <p className="mt-6 flex flex-wrap gap-3">
          {previous && (
            <ButtonLink href={`${path}?page=${previous}`} rel="prev" look="quiet">
              Previous
            </ButtonLink>
          )}
          {next && (
            <ButtonLink href={`${path}?page=${next}`} rel="next" look="quiet">
              Next
            </ButtonLink>
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
                      href={chooseSentencesPath(slug, at)}
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
export function HighlightList({ slug, notes }: { slug: string; notes: ListedHighlight[] }) {
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
            <LineLink href={editHighlightPath(slug, id)}>
              Edit<span className="sr-only">: {exact.slice(0, 60)}</span>
            </LineLink>
            {!isOutdated && (
              <LineLink href={highlightPath(slug, id)}>
                Open in the summary<span className="sr-only">: {exact.slice(0, 60)}</span>
              </LineLink>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
