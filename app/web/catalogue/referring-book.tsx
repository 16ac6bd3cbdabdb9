import { bookPath } from '../../catalogue/rules/addresses.ts'
import { TextLink } from '../ui/controls.tsx'
import type { ReferringBook } from './referring-book.server.ts'

const FRAME = 'mb-6 flex gap-4 rounded-xl bg-sunk p-2'

/** The book that a form is about, in one line. */
export function ReferringBookLine({ book }: { book: ReferringBook | null }) {
  if (!book) return null
  return (
    <p className={`${FRAME} items-center`}>
      <img src={book.cover} alt="" width={40} height={60} />
      <span className="min-w-0 wrap-anywhere">
        <strong className="block">{book.title}</strong>
        <AuthorAndMinutes book={book} />
      </span>
    </p>
  )
}

function AuthorAndMinutes({ book }: { book: ReferringBook }) {
  return (
    <span className="text-sm text-soft">
      {book.author}&nbsp;· <span className="whitespace-nowrap">{book.minutes} min</span>
    </span>
  )
}

/** The book that somebody wants to read, what it answers, and the steps until then. */
export function BookOnTheWay({
  book,
  steps,
  isShortOnPhones = false,
}: {
  book: ReferringBook | null
  /** What is still to do; null: say nothing about it. */
  steps: string | null
  isShortOnPhones?: boolean
}) {
  if (!book) return null
  return (
    <section
      aria-label={book.title}
      className={`${FRAME} sm:gap-6 sm:p-4 ${isShortOnPhones ? 'max-sm:mb-2' : ''}`}
    >
      <img
        src={book.cover}
        alt=""
        width={80}
        height={120}
        className={`self-start ${isShortOnPhones ? 'max-sm:w-10' : ''}`}
      />
      <div className="min-w-0 wrap-anywhere">
        <p>
          <strong className="block">{book.title}</strong>
          <span className={isShortOnPhones ? 'max-sm:hidden' : ''}>
            <AuthorAndMinutes book={book} />
          </span>
        </p>
        <div className={`text-sm ${isShortOnPhones ? 'max-sm:hidden' : ''}`}>
          <p className="mt-2">{book.blurb}</p>
          {book.questions.length > 0 && (
            <ul className="mt-2 grid list-disc gap-1 pl-4">
              {book.questions.map((question) => (
                <li key={question}>{question}</li>
              ))}
            </ul>
          )}
        </div>
        <p className={`text-sm ${isShortOnPhones ? 'sm:mt-2' : 'mt-2'}`}>
          {steps && <span className="font-semibold">{steps} </span>}
          {book.locked && <TextLink href={bookPath(book.slug)}>About this book</TextLink>}
        </p>
      </div>
    </section>
  )
}
