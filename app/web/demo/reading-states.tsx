import { PlanCards, type PlanOffer } from '../billing/plan-cards.tsx'
import { TrialSteps } from '../billing/trial-steps.tsx'
import { BookCard } from '../catalogue/book-card.tsx'
import type { BookCardView } from '../catalogue/book-card-view.ts'
import { ReadingTools } from '../catalogue/reading-tools.tsx'
import { MarkToggles } from '../marks/mark-toggles.tsx'
import { ContinueCard } from '../reading/continue-card.tsx'
import { EmptyShelf, shelfCardId } from '../reading/shelf.tsx'
import '../reading/home.css'

const NEW = { saved: false, read: false, share: 0 }
const STARTED = { saved: true, read: false, share: 0.4 }
const READ = { saved: true, read: true, share: 1 }

export function ShelfStates({ books }: { books: BookCardView[] }) {
  const marks = [NEW, STARTED, READ]
  return (
    <>
      <div className="shelf">
        <ul>
          {books.slice(0, marks.length).map((book, i) => (
            <BookCard
              key={book.slug}
              book={{ ...book, marks: marks[i]! }}
              id={shelfCardId('shelf', i)}
              heading="h3"
              eager={false}
            />
          ))}
        </ul>
      </div>
      {books[0] && (
        <div className="shelf">
          <ul>
            <ContinueCard id="continue-1" book={{ ...books[0], marks: STARTED }} />
          </ul>
        </div>
      )}
      <EmptyShelf
        text="Books you mark as read appear here, the latest first."
        link="/browse/books"
        label="Find a book to read"
      />
    </>
  )
}

/** The tools and the progress of a summary. */
export function ReadingStates({ book: { slug, title } }: { book: BookCardView }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <MarkToggles slug={slug} title={title} marks={NEW} />
        <MarkToggles slug={slug} title={title} marks={READ} />
      </div>
      <ReadingTools slug={slug} title={title} isReader>
        {null}
      </ReadingTools>
      <nav aria-label="Ideas" className="contents-box mt-8 max-w-sm rounded-xl bg-sunk px-4 py-3">
        {[
          ['Read', true],
          ['Current', undefined],
          ['Unread', undefined],
        ].map(([name, done], i) => (
          <a
            key={String(name)}
            href="#reading"
            data-done={done}
            aria-current={i === 1 ? 'location' : undefined}
            className="flex py-1.5"
          >
            {name}
          </a>
        ))}
      </nav>
      <div className="summary-text mt-8">
        <h3>
          <span className="idea-number">Idea 1</span> The heading of an idea
        </h3>
        <p>
          The text of a summary. <span data-listening="">This sentence is being read aloud.</span>
        </p>
      </div>
      <p className="idea-steps">
        <a href="#reading">↑ Previous</a>
        <a href="#reading">Next ↓</a>
      </p>
    </>
  )
}

/** The plans and the timeline of a trial. */
export function PlanStates({ offers, trialEnd }: { offers: PlanOffer[]; trialEnd: Date }) {
  return (
    <div className="plans-parts grid max-w-4xl">
      <TrialSteps trialEnd={trialEnd} />
      <PlanCards offers={offers} />
    </div>
  )
}
