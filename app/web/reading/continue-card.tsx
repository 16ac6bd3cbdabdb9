import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { minutesLeft } from '../../reading/rules/marks.ts'
import { FreeToday } from '../catalogue/book-card.tsx'
import type { BookCardView } from '../catalogue/book-card-view.ts'
import { ContinueLink, BookCardProgress } from '../marks/book-card-progress.tsx'

interface ContinueCardProps {
  id: string
  book: BookCardView
}

/** A summary that the reader has started. One tap anywhere on it continues. */
export function ContinueCard({ id, book }: ContinueCardProps) {
  const { slug, title, author, cover, locked, marks } = book
  const left = minutesLeft(book.minutes, marks?.share ?? 0)
  return (
    <li id={id} className="continue-card panel group">
      <img src={cover} alt="" width={240} height={360} decoding="async" className="cover" />
      <div className="min-w-0">
        <h3 dir="auto" className="text-lg">
          {title}
        </h3>
        <p className="text-sm text-soft">{author}</p>
        {book.isToday && <FreeToday title={title} className="relative z-1 mt-2" />}
        {marks && <BookCardProgress marks={marks} />}
        <p className="continue-row text-sm text-soft">
          {left} min left
          {locked ? (
            <a href={summaryPath(slug)} className="stretched text-link font-semibold">
              Unlock to continue<span className="sr-only"> {title}</span>
            </a>
          ) : (
            <ContinueLink slug={slug} title={title} marks={marks} />
          )}
        </p>
      </div>
    </li>
  )
}
