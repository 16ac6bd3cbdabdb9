import { useState } from 'react'
import { useFetcher } from 'react-router'
import type { CardView } from '../catalogue/card-view.ts'
import { BookLink } from '../catalogue/book-card.tsx'
import { hasLoaded, type LoadFailure } from '../ui/load-timeout.ts'
import { DISCOVER_CHARS, shortened } from '../../reading/rules/home.ts'
import { SHELF_STEP } from '../../reading/rules/shelves.ts'
import type { HomeQuery } from '../../reading/schema/home.ts'
import { MarkToggles } from '../marks/mark-toggles.tsx'

/** 'none': there is no book that the reader may open; null: it could not be fetched. */
type RandomBook = CardView | 'none' | null

/**
 * A random book, and a form that gets another one. With JavaScript only this part of the page
 * changes.
 */
export function Discover({
  first,
  shown,
  onPage,
}: {
  first: RandomBook
  shown: HomeQuery
  /** The slugs of the other books on the page. */
  onPage: string[]
}) {
  // Keep the first book when See More reloads the page, unless that shows it too.
  const [kept, setKept] = useState(first)
  const isRepeated = typeof kept === 'object' && kept !== null && onPage.includes(kept.slug)
  if (isRepeated && kept !== first) setKept(first)
  const drawn = isRepeated ? first : kept
  const fetcher = useFetcher<{ discover: RandomBook } | LoadFailure>()
  const { data } = fetcher
  const book = data === undefined ? drawn : hasLoaded(data) ? data.discover : null
  return (
    <section aria-labelledby="discover" className="discover relative mt-10 bg-wash">
      <h2 id="discover" className="text-2xl">
        Discover
      </h2>
      <div aria-live="polite">
        {book === null ? (
          <>
            <p className="mt-4 font-semibold">Error fetching random book</p>
            <p className="text-soft">Check your connection and try again.</p>
          </>
        ) : book === 'none' ? (
          <p className="mt-4 text-soft">
            There are no summaries yet. New ones are added every week.
          </p>
        ) : (
          <RandomBookCard book={book} />
        )}
      </div>
      <fetcher.Form method="get" action="/browse#discover" className="discover-another">
        {Object.entries(shown).map(
          ([name, count]) =>
            count !== SHELF_STEP && <input key={name} type="hidden" name={name} value={count} />,
        )}
        <button type="submit" className="button" aria-busy={fetcher.state !== 'idle'}>
          I&apos;m Feeling Lucky
        </button>
      </fetcher.Form>
    </section>
  )
}

function RandomBookCard({ book }: { book: CardView }) {
  return (
    <div className="discovered mt-5">
      <img src={book.cover} alt="" width={240} height={360} className="cover" />
      <div className="min-w-0">
        <h3 dir="auto" className="text-xl">
          <BookLink book={book} className="hover:underline" />
        </h3>
        <p className="text-sm text-soft">
          {book.author}&nbsp;· {book.genre}&nbsp;·{' '}
          <span className="whitespace-nowrap">{book.minutes} min</span>
        </p>
        {book.marks && (
          <div className="discover-marks">
            <MarkToggles
              slug={book.slug}
              title={book.title}
              marks={book.marks}
              iconsIn="discover"
            />
          </div>
        )}
      </div>
      <p dir="auto" className="max-w-160 text-sm sm:text-base">
        {shortened(book.blurb, DISCOVER_CHARS)}
      </p>
    </div>
  )
}
