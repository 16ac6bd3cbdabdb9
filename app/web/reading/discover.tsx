import { useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { BookCardView } from '../catalogue/book-card-view.ts'
import { BookLink, FreeToday } from '../catalogue/book-card.tsx'
import { hasLoaded, type LoadFailure } from '../ui/load-timeout.ts'
import { useInServersMarkup } from '../ui/in-servers-markup.ts'
import { DISCOVER_CHARS, shortened } from '../../reading/rules/home.ts'
import { SHELF_STEP } from '../../reading/rules/shelves.ts'
import type { HomeQuery } from '../../reading/schema/home.ts'
import { MarkToggles } from '../marks/mark-toggles.tsx'
import { inBrowser, ReaderFragment, type ReaderValue, readerValue } from '../ui/reader-fragment.tsx'
import type { ReaderJson } from '../../platform/reader-json.ts'

/** 'none': there is no book that the reader may open; null: it could not be fetched. */
export type RandomBook = BookCardView | 'none' | null

const slugOf = (book: RandomBook) => (typeof book === 'object' ? book?.slug : undefined)

/** Every other time, the address of another random book has this parameter. */
const AGAIN = 'again'

/**
 * A random book, and a form that gets another one. With JavaScript only this part of the page
 * changes.
 */
export function Discover({
  first,
  shown,
  onPage,
}: {
  first: ReaderValue<RandomBook>
  shown: HomeQuery
  onPage: ReaderValue<string[]>
}) {
  // Keep the first book when See More reloads the page, unless that shows it too.
  const [kept, setKept] = useState(first)
  const slug = kept === first ? undefined : slugOf(inBrowser(kept) ?? null)
  const isRepeated = slug !== undefined && inBrowser(onPage)?.includes(slug)
  if (isRepeated) setKept(first)
  const drawn = isRepeated ? first : kept
  const fetcher = useFetcher<
    { reader: ReaderJson<{ discover: RandomBook }> | null } | LoadFailure
  >()
  const { data } = fetcher
  const loaded = data && hasLoaded(data) ? data.reader : null
  const another = loaded === null ? null : readerValue('page', loaded).pick((own) => own.discover)
  const book = data === undefined ? drawn : another
  // Without the framework, an address that differs only in its fragment would not load again.
  const isAgain = new URLSearchParams(useLocation().search).has(AGAIN)
  const again = useInServersMarkup(isAgain ? undefined : AGAIN)
  return (
    <section aria-labelledby="discover" className="discover relative mt-10 bg-wash">
      <h2 id="discover" className="text-2xl">
        Discover
      </h2>
      <div aria-live="polite">
        {book ? (
          <ReaderFragment value={book}>{(drawn) => <Drawn book={drawn} />}</ReaderFragment>
        ) : (
          <Drawn book={null} />
        )}
      </div>
      <fetcher.Form method="get" action="/browse#discover" className="discover-another">
        {Object.entries(shown).map(
          ([name, count]) =>
            count !== SHELF_STEP && <input key={name} type="hidden" name={name} value={count} />,
        )}
        <button
          type="submit"
          name={again}
          value="1"
          className="button"
          aria-busy={fetcher.state !== 'idle'}
        >
          I&apos;m Feeling Lucky
        </button>
      </fetcher.Form>
    </section>
  )
}

function Drawn({ book }: { book: RandomBook }) {
  if (book === null) {
    return (
      <>
        <p className="mt-4 font-semibold">Error fetching random book</p>
        <p className="text-soft">Check your connection, or try again in a moment.</p>
      </>
    )
  }
  return book === 'none' ? (
    <p className="mt-4 text-soft">There are no summaries yet. New ones are added every week.</p>
  ) : (
    <RandomBookCard book={book} />
  )
}

function RandomBookCard({ book }: { book: BookCardView }) {
  return (
    <div className="discovered">
      <img src={book.cover} alt="" width={240} height={360} className="cover" />
      <div className="min-w-0">
        <h3 dir="auto" className="text-xl">
          <BookLink book={book} className="hover:underline" />
        </h3>
        <p className="text-sm text-soft">
          {book.author}&nbsp;· {book.genre}&nbsp;·{' '}
          <span className="whitespace-nowrap">{book.minutes} min</span>
        </p>
        {book.isToday && <FreeToday title={book.title} className="mt-2" />}
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
