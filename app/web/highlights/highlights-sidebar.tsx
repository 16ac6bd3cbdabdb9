import { allHighlightsLabel, sidebarEntries } from '../../reading/rules/highlights/sidebar.ts'
import { type PackedHighlights, unpackHighlights } from '../../reading/rules/highlights/changes.ts'
import { myHighlightsAddress } from './my-highlights-address.ts'

interface HighlightsSidebarProps {
  slug: string
  notes: PackedHighlights
  text: string
}

/**
 * The reader's highlights, beside the text on wide screens. A script changes the list with the highlights
 * (behaviors/highlights/update-sidebar.ts), and finds them here.
 */
export function HighlightsSidebar({ slug, notes, text }: HighlightsSidebarProps) {
  const list = unpackHighlights(notes)
  const all = allHighlightsLabel(list)
  const address = myHighlightsAddress({ book: slug })
  return (
    <nav
      className="notes-beside"
      aria-label="Your highlights"
      data-page-notes={notes}
      hidden={notes === ''}
    >
      <h2>
        <a href={address}>Your highlights</a>
      </h2>
      <ol>
        {sidebarEntries(list, text).map(({ id, color, quote, words, isHere }) => (
          <li key={id} dir="auto">
            {isHere ? (
              <a href={`#note-${id}`} className={`note-quote note-${color}`}>
                {quote}
              </a>
            ) : (
              <p className={`note-quote note-${color}`}>{quote}</p>
            )}
            {words && <p>{words}</p>}
          </li>
        ))}
      </ol>
      <p hidden={all === null}>
        <a href={address} className="notes-all text-link">
          {all}
        </a>
      </p>
    </nav>
  )
}

/** Where there is no room for the list: a link to the page with the book's highlights. */
export function BookHighlightsLink({ slug, count }: { slug: string; count: number }) {
  if (count === 0) return null
  return (
    <a
      href={myHighlightsAddress({ book: slug })}
      className="text-link inline-flex min-h-11 items-center text-sm beside:hidden"
    >
      Your highlights ({count})
    </a>
  )
}
