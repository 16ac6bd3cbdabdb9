import { Link, useLocation } from 'react-router'
import { cardId, MarkToggles } from '../marks/mark-toggles.tsx'
import { BookCardProgress } from '../marks/book-card-progress.tsx'
import { Dial, LockIcon } from '../ui/icons.tsx'
import { Finished } from '../ui/finished.tsx'
import { TODAY_PATH } from '../../catalogue/rules/addresses.ts'
import { openingPath } from '../../reading/rules/marks.ts'
import type { BookCardView } from './book-card-view.ts'

interface BookCardProps {
  book: BookCardView
  eager: boolean
  id?: string
  heading?: 'h2' | 'h3'
  children?: React.ReactNode
}

export function BookCard(props: BookCardProps) {
  const { book, eager, id = cardId(book.slug), heading = 'h2', children } = props
  const attributes = { id: book.marks && id, className: 'group relative flex flex-col' }
  if (eager || children) {
    return (
      <li {...attributes}>
        <Content {...props} id={id} />
      </li>
    )
  }
  return (
    <Finished
      element="li"
      name="card"
      dependsOn={import.meta.env.SSR && [book, heading, id]}
      // The forms of the marks return to the page.
      isPlaced={book.marks !== undefined}
      {...attributes}
    >
      {() => <Content book={book} eager={false} id={id} heading={heading} />}
    </Finished>
  )
}

function Content({ book, eager, id, heading: Heading = 'h2', children }: BookCardProps) {
  const { marks } = book
  return (
    <>
      <img
        src={book.cover}
        srcSet={book.coverSet}
        sizes={book.coverSet && '(min-width: 48rem) 15rem, 45vw'}
        alt=""
        width={240}
        height={360}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        className="cover"
      />
      {marks && <BookCardProgress marks={marks} />}
      <Heading dir="auto" className="display mt-4 text-[min(1.2rem,9.5vw)] leading-[1.2]">
        <BookLink book={book} className="stretched group-hover:underline" />
      </Heading>
      <p className="mt-0.5 text-sm text-soft">{book.author}</p>
      {book.excerpt ? (
        <p dir="auto" className="mt-2 text-sm wrap-anywhere">
          {book.excerpt.map(({ text, found }, i) => (found ? <mark key={i}>{text}</mark> : text))}
        </p>
      ) : (
        <p
          dir="auto"
          className="mt-2 line-clamp-2 text-sm sm:line-clamp-3 max-sm:in-[.book-grid]:hidden"
        >
          {book.blurb}
        </p>
      )}
      {/* The reason for a recommendation already names the genre. */}
      {(Heading === 'h2' || !children) && (
        <p className="mt-2 text-[0.8125rem] leading-5 wrap-anywhere text-soft max-sm:in-[.book-grid]:hidden">
          {book.genre}
        </p>
      )}
      {children}
      <div className="mt-auto flex flex-wrap items-center pt-1">
        <p className="flex min-h-7 flex-wrap items-center gap-1.5 text-[0.8125rem] text-soft">
          <Dial quarters={1} className="size-4" />
          {book.minutes} min
          {book.locked && (
            <span aria-hidden="true" className="ml-1.5 flex items-center gap-1">
              <LockIcon className="size-4" />
              <span className="max-sm:hidden">Locked</span>
            </span>
          )}
          {book.isToday && <FreeToday title={book.title} className="relative z-1 ml-1.5" />}
        </p>
        {marks && (
          <div className="relative z-1 -mr-[min(0.625rem,3.2vw)] ml-auto">
            <MarkToggles
              slug={book.slug}
              title={book.title}
              marks={marks}
              {...(id && { iconsIn: id })}
            />
          </div>
        )}
      </div>
    </>
  )
}
/** Says that the book of the day is open to everyone, and leads there. */
export function FreeToday({ title, className }: { title: string; className: string }) {
  return (
    <a href={TODAY_PATH} className={`tag min-h-6 hover:underline ${className}`}>
      Free today<span className="sr-only">: read {title} in full</span>
    </a>
  )
}

/**
 * A link to a book's page. With JavaScript it opens the book in a dialog, and the address bar shows
 * the book's address.
 */
export function BookLink({ book, className }: { book: BookCardView; className: string }) {
  const location = useLocation()
  const path = openingPath(book.slug, book.marks)
  if (book.locked) {
    return (
      <a href={path} data-locked="" className={className}>
        {book.title}
        <span className="sr-only"> (locked: requires a subscription)</span>
      </a>
    )
  }
  const over = new URLSearchParams(location.search)
  over.set('book', book.slug)
  return (
    <Link
      to={{ pathname: location.pathname, search: `?${over}` }}
      mask={path}
      state={{ overList: true }}
      preventScrollReset
      data-over=""
      className={className}
    >
      {book.title}
    </Link>
  )
}

/** Placeholders while books load. */
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
