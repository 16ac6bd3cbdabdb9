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
export function Discover({ first, shown }: { first: RandomBook; shown: HomeQuery }) {
  // Keep the first book when See More reloads the page.
  const [drawn] = useState(first)
  const fetcher = useFetcher<{ discover: RandomBook } | LoadFailure>()
  const { data } = fetcher
  const book = data === undefined ? drawn : hasLoaded(data) ? data.discover : null
  return (
    <section aria-labelledby="discover" className="relative mt-12 rounded-2xl bg-wash p-5 sm:p-8">
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
      <fetcher.Form
        method="get"
        action="/browse#discover"
        className="mt-6 sm:absolute sm:top-7 sm:right-8 sm:mt-0"
      >
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
    <div className="mt-5 flex flex-wrap gap-5 sm:gap-7">
      <img
        src={book.cover}
        alt=""
        width={240}
        height={360}
        className="cover max-w-24 self-start sm:max-w-36"
      />
      <div className="min-w-0 flex-[1_1_10rem]">
        <h3 dir="auto" className="text-xl">
          <BookLink book={book} className="hover:underline" />
        </h3>
        <p className="text-sm text-soft">
          {book.author}&nbsp;· {book.genre}&nbsp;·{' '}
          <span className="whitespace-nowrap">{book.minutes} min</span>
        </p>
        <p dir="auto" className="mt-3 max-w-160">
          {shortened(book.blurb, DISCOVER_CHARS)}
        </p>
        {book.marks && (
          <div className="mt-2 -ml-2.5">
            <MarkToggles slug={book.slug} title={book.title} marks={book.marks} compact />
          </div>
        )}
      </div>
    </div>
  )
}
