import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { ButtonLink } from '../ui/controls.tsx'
import { useInServersMarkup } from '../ui/in-servers-markup.ts'
import './shelf.css'

interface EmptyShelfProps {
  text: string
  link: string
  label: string
}

interface ShelfProps {
  name: string
  title: string
  /** What to show without books; null: nothing, not even the title. */
  empty: EmptyShelfProps | null
  isEmpty: boolean
  children: React.ReactNode
  /** The address behind See More, and how many books are shown now; null: all. */
  more: { path: string; shown: number } | null
  failed: boolean
}

/** The fragment of a book on a shelf, which is unique on the page. */
export const shelfCardId = (name: string, index: number) => `${name}-${index + 1}`

/** A row of books. See More is a link that adds three in place. */
export function Shelf({ name, title, empty, isEmpty, children, more, failed }: ShelfProps) {
  const list = useRef<HTMLUListElement>(null)
  const shownBefore = useRef(0)
  // Only a full page load has to scroll to the new books, so the fragment is in the server's markup only.
  const fragment = useInServersMarkup(more && `#${shelfCardId(name, more.shown)}`) ?? ''
  useEffect(() => {
    const cards = list.current?.children ?? []
    const firstNew = cards[shownBefore.current]
    if (shownBefore.current > 0) firstNew?.querySelector('a')?.focus({ preventScroll: true })
    shownBefore.current = cards.length
  })
  if (isEmpty && !empty) return null
  return (
    <section aria-labelledby={name} className="mt-10">
      <h2 id={name} className="text-2xl">
        {title}
      </h2>
      {isEmpty && empty ? (
        <EmptyShelf {...empty} />
      ) : (
        <div className="shelf">
          <ul ref={list}>{children}</ul>
          {more !== null && (
            <p className="shelf-more">
              <Link to={more.path + fragment} preventScrollReset className="button button-quiet">
                See More<span className="sr-only"> in {title}</span>
              </Link>
            </p>
          )}
        </div>
      )}
      {failed && (
        <p role="alert" className="field-error mt-3">
          We couldn’t load more books. Check your connection, or try again in a moment.
        </p>
      )}
    </section>
  )
}

export function EmptyShelf({ text, link, label }: EmptyShelfProps) {
  return (
    <div className="empty-shelf mt-4 bg-sunk">
      <p className="max-w-md text-soft">{text}</p>
      <ButtonLink href={link} look="quiet" className="mt-4">
        {label}
      </ButtonLink>
    </div>
  )
}
