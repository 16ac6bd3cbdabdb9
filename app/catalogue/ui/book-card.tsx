import { Link, useLocation } from 'react-router'
import { Dial, LockIcon } from '../../ui/icons.tsx'
import { summaryPath } from '../rules.ts'
import type { CardView } from './card-view.ts'

interface BookCardProps {
  book: CardView
  /** Covers in the first view load at once. */
  eager: boolean
}

/**
 * A book in a list. The link leads to the book's own page; with JavaScript the same link opens it
 * over the list, the address bar showing the book's address.
 */
export function BookCard({ book, eager }: BookCardProps) {
  const location = useLocation()
  const own = summaryPath(book.slug)
  const over = new URLSearchParams(location.search)
  over.set('book', book.slug)
  return (
    <li className="group relative flex flex-col">
      <img
        src={book.cover}
        alt=""
        width={240}
        height={360}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding="async"
        className="cover"
      />
      <h2
        dir="auto"
        className="mt-4 font-serif text-[1.06rem] leading-snug font-semibold tracking-tight"
      >
        {book.locked ? (
          <Link to={own} className="stretched group-hover:underline">
            {book.title}
            <span className="sr-only"> (locked: part of the subscription)</span>
          </Link>
        ) : (
          <Link
            to={{ pathname: location.pathname, search: `?${over}` }}
            mask={own}
            state={{ overList: true }}
            preventScrollReset
            data-over=""
            className="stretched group-hover:underline"
          >
            {book.title}
          </Link>
        )}
      </h2>
      <p className="mt-0.5 text-sm text-soft">{book.author}</p>
      <p dir="auto" className="mt-2 line-clamp-3 text-sm max-sm:hidden">
        {book.blurb}
      </p>
      <p className="mt-2 flex items-center gap-1.5 text-[0.8125rem] text-soft">
        {book.locked ? (
          <LockIcon className="-ml-px size-4.5 text-accent" />
        ) : (
          <Dial quarters={1} className="size-4" />
        )}
        {book.minutes} min
        <span className="max-sm:hidden">· {book.genre}</span>
      </p>
    </li>
  )
}

/** Ten grey cards in the place of books that are on their way. */
export function BookCardSkeletons() {
  return (
    <ul className="book-grid after-a-moment" aria-hidden="true">
      {Array.from({ length: 10 }, (_, i) => (
        <li key={i}>
          <div className="skeleton aspect-2/3" />
          <div className="skeleton mt-3 h-5 w-4/5" />
          <div className="skeleton mt-2 h-4 w-3/5" />
          <div className="skeleton mt-3 h-14" />
        </li>
      ))}
    </ul>
  )
}
