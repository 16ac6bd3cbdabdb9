import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Link } from 'react-router'

interface ShelfProps {
  /** The shelf's name in the address, and the fragment of its place. */
  id: string
  title: string
  /** The cards. */
  children: React.ReactNode
  /** The address of the page to which See More leads; null: everything is shown. */
  more: string | null
  /** The books that See More asked for did not arrive. */
  failed?: boolean
  /** What stands there while the shelf has no books. */
  empty?: React.ReactNode
}

const neverChanges = () => () => {}

/** A row of books chosen by one rule. See More is a link that adds three in place. */
export function Shelf({ id, title, children, more, failed, empty }: ShelfProps) {
  const list = useRef<HTMLUListElement>(null)
  const had = useRef(0)
  // A page that comes anew begins at the shelf; where this one grows, nothing has to move.
  const place = useSyncExternalStore(
    neverChanges,
    () => '',
    () => `#${id}`,
  )
  useEffect(() => {
    const cards = list.current?.children ?? []
    const first = cards[had.current]
    // Reading goes on with the first of the new books.
    if (had.current > 0) first?.querySelector('a')?.focus({ preventScroll: true })
    had.current = cards.length
  })
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      {empty === undefined ? (
        <ul ref={list} className="shelf-grid mt-6">
          {children}
        </ul>
      ) : (
        empty
      )}
      {more !== null && (
        <p className="mt-8">
          <Link to={more + place} preventScrollReset className="button button-quiet">
            See More<span className="sr-only"> in {title}</span>
          </Link>
        </p>
      )}
      {failed && (
        <p role="alert" className="field-error mt-3">
          More books did not arrive. Check the connection and try again.
        </p>
      )}
    </section>
  )
}

/** A shelf that has nothing yet, and where to go instead. */
export function EmptyShelf({
  children,
  to,
  label,
}: {
  children: React.ReactNode
  to: string
  label: string
}) {
  return (
    <div className="mt-4 rounded-2xl bg-sunk px-5 py-6 sm:px-7">
      <p className="max-w-md text-soft">{children}</p>
      <Link to={to} className="button button-quiet mt-4">
        {label}
      </Link>
    </div>
  )
}
