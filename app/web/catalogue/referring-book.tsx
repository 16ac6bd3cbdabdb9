import type { ReferringBook } from './referring-book.server.ts'

/** The book that led to the plans, on the pages on the way to it. */
export function ReferringBookLine({ book }: { book: ReferringBook | null }) {
  if (!book) return null
  return (
    <p className="mb-6 flex items-center gap-4 rounded-xl bg-sunk p-2">
      <img src={book.cover} alt="" width={40} height={60} />
      <span className="min-w-0 wrap-anywhere">
        <strong className="block">{`You’re one step from ${book.title}`}</strong>
        <span className="text-sm text-soft">
          {book.author}&nbsp;· <span className="whitespace-nowrap">{book.minutes} min</span>
        </span>
      </span>
    </p>
  )
}
