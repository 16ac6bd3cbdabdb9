import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Link } from 'react-router'

interface EmptyShelfProps {
  text: string
  link: string
  label: string
}

interface ShelfProps {
  /** The fragment of the shelf in the page's address. */
  name: string
  title: string
  /** What to show without books; null: nothing, not even the title. */
  empty: EmptyShelfProps | null
  /** The cards. */
  children: React.ReactNode[]
  /** The address behind See More; null: all books are shown. */
  more: string | null
  /** The books behind See More could not be loaded. */
  failed: boolean
}

const neverChanges = () => () => {}

/** A row of books. See More is a link that adds three in place. */
export function Shelf({ name, title, empty, children, more, failed }: ShelfProps) {
  const list = useRef<HTMLUListElement>(null)
  const shownBefore = useRef(0)
  // Only a full page load has to scroll to the shelf, so the fragment is in the server's markup only.
  const fragment = useSyncExternalStore(
    neverChanges,
    () => '',
    () => `#${name}`,
  )
  useEffect(() => {
    const cards = list.current?.children ?? []
    const firstNew = cards[shownBefore.current]
    if (shownBefore.current > 0) firstNew?.querySelector('a')?.focus({ preventScroll: true })
    shownBefore.current = cards.length
  })
  const isEmpty = children.length === 0
  if (isEmpty && !empty) return null
  return (
    <section aria-labelledby={name} className="mt-12">
      <h2 id={name} className="text-2xl">
        {title}
      </h2>
      {isEmpty && empty ? (
        <EmptyShelf {...empty} />
      ) : (
        <ul ref={list} className="shelf-grid mt-6">
          {children}
        </ul>
      )}
      {more !== null && (
        <p className="mt-8">
          <Link to={more + fragment} preventScrollReset className="button button-quiet">
            See More<span className="sr-only"> in {title}</span>
          </Link>
        </p>
      )}
      {failed && (
        <p role="alert" className="field-error mt-3">
          We couldn’t load more books. Check your connection and try again.
        </p>
      )}
    </section>
  )
}

export function EmptyShelf({ text, link, label }: EmptyShelfProps) {
  return (
    <div className="mt-4 rounded-2xl bg-sunk px-5 py-6 sm:px-7">
      <p className="max-w-md text-soft">{text}</p>
      <Link to={link} className="button button-quiet mt-4">
        {label}
      </Link>
    </div>
  )
}
