import { BookHighlightsLink } from '../highlights/highlights-sidebar.tsx'
import notesStyles from '../highlights/highlights.css?url'
import { type PackedHighlights, unpackHighlights } from '../../reading/rules/highlights/changes.ts'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { type BookMarks, positionPath, viewPath } from '../../reading/rules/marks.ts'
import type { Opening } from '../../reading/rules/position.ts'
import { type PositionOptions, saveReadingPosition } from '../behaviors/summary/reading-position.ts'
import { ContinueReading, EndOfText, ReadToggle } from '../marks/reader-parts.tsx'
import { ReaderFragment, readerValue } from '../ui/reader-fragment.tsx'
import type { ReaderJson } from '../../platform/reader-json.ts'
import { Dial } from '../ui/icons.tsx'
import { audioCall, audioPath } from '../../catalogue/rules/addresses.ts'
import { yearLabel } from '../../catalogue/rules/reading-time.ts'
import type { Provenance as ProvenanceFacts } from '../../catalogue/schema/book.ts'
import type { PublicQuestion } from '../../catalogue/rules/questions.ts'
import type { Topic } from '../../catalogue/rules/topics.ts'
import { type LockedIdea, shownMinutes } from '../../catalogue/rules/locked-ideas.ts'
import type { Summary } from '../../catalogue/rules/summary/parse.ts'
import { takeawaysOf } from '../../catalogue/rules/summary/takeaways.ts'
import type { BookCardView } from './book-card-view.ts'
import { enhanceSummary } from '../behaviors/summary/enhance-summary.ts'
import { FreePartEnds, FreeSummaryEnds } from './free-summary.tsx'
import type { FreeSummary, takeSummaryMessage } from './free-summary.server.ts'
import { FreeToday } from './book-card.tsx'
import { type NextView, NextBook } from './next-book.tsx'
import { TopicChips } from './topic-chips.tsx'
import { ReadingBar } from './reading-bar.tsx'
import { ReadingTools } from './reading-tools.tsx'
import { AnsweredQuestions } from './answered-questions.tsx'
import { Takeaways } from './takeaways.tsx'
import { Provenance } from './provenance.tsx'
import type { NextBooks } from './summary-lines.tsx'
import { SummaryText } from './summary-text.tsx'
import { TextLink } from '../ui/controls.tsx'

export interface SummaryView {
  book: BookCardView & { year: number }
  provenance: ProvenanceFacts
  nextBooks: NextBooks
  topics: Topic[]
  answers: PublicQuestion[]
  /** All of the text can be read, and there are questions about it. */
  hasQuestions: boolean
  summary: Summary
  locked: LockedIdea[]
  /** null: say nothing about it. */
  freeSummary: FreeSummary | null
  /** After the reader chose the free summary. */
  confirmation: NonNullable<Awaited<ReturnType<typeof takeSummaryMessage>>>['confirmation']
  /** Right after the account was created. */
  welcome: string | null
  /** For visitors. */
  next: NextView | null
  /** How much of the whole text the reader can read, 0 to 1. */
  readable: number
  /** null for visitors. */
  reader: ReaderJson<SummaryReader> | null
  listenScript: string
  /** There is audio, and not only the device's voice. */
  hasAudio?: boolean
  notesScript: string
  bookId: string
  /** The page where the whole text is open to anyone; undefined: the book's own page. */
  openAt?: string
  opensForFriend?: boolean
}

export interface SummaryReader {
  marks: BookMarks
  /** Where the summary opens; null: they have not begun it. */
  opening: Opening | null
  next: NextView | null
  notes: PackedHighlights
  /** The view is not counted yet. */
  isPrefetched: boolean
  asksQuestions: boolean
}

interface SummaryArticleProps {
  view: SummaryView
  headingId?: string
  end?: React.ReactNode
}

export function SummaryArticle({ view, headingId, end }: SummaryArticleProps) {
  const { book, provenance, summary, locked, freeSummary, readable, openAt } = view
  const reader = view.reader && readerValue('page', view.reader)
  const own = reader && {
    marks: reader.pick(({ marks }) => marks),
    opening: reader.pick(({ opening }) => opening),
    position: reader.pick(({ opening, isPrefetched }) => ({ opening, isPrefetched })),
    end: reader.pick(({ marks, asksQuestions }) => ({
      marks,
      asksQuestions: asksQuestions && view.hasQuestions,
    })),
    next: reader.pick(({ next }) => next),
    notes: reader.pick(({ notes }) => notes),
  }
  const minutes = summary.cut ? shownMinutes(summary) : book.minutes
  const title = `${book.title} by ${book.author}`
  const article = useRef<HTMLElement>(null)
  const isReader = reader !== null
  // Before the first paint, so that no key is missed.
  useLayoutEffect(enhanceSummary)
  // In a dialog, the summary arrives late: screen readers continue at its title.
  useEffect(() => {
    if (headingId) document.getElementById(headingId)?.focus({ preventScroll: true })
  }, [headingId])
  useLayoutEffect(() => {
    if (article.current && isReader) return saveReadingPosition(article.current)
  }, [isReader])
  const parts = { slug: book.slug, title: book.title }
  return (
    <article
      ref={article}
      // Pictures are made only of what each reader may always read.
      data-summary={openAt === undefined ? book.slug : ''}
      {...(own && { 'data-notes': view.notesScript, 'data-book-id': view.bookId })}
      className="wrap-anywhere mx-auto w-full max-w-[45rem] px-[clamp(1.15rem,5vw,2.5rem)] pt-8 pb-20 beside:max-w-5xl"
    >
      {own && (
        <ReaderFragment value={own.position}>
          {(position) => (
            <span
              hidden
              data-position={JSON.stringify(positionOptionsOf(book.slug, readable, position))}
            />
          )}
        </ReaderFragment>
      )}
      {own && <link rel="stylesheet" href={notesStyles} precedence="notes" />}
      <div className="reading-progress no-print" aria-hidden="true" />
      <header className="flex flex-wrap items-end gap-5 sm:gap-9">
        <img
          src={book.cover}
          srcSet={book.coverSet}
          sizes={book.coverSet && '11rem'}
          alt=""
          width={240}
          height={360}
          // An eager cover would compete with the fonts of the text.
          loading="lazy"
          className="cover max-w-26 self-start sm:max-w-44"
        />
        <div className="min-w-0 grow basis-32">
          <p className="text-sm font-semibold text-soft">{book.genre}</p>
          {/* "Extraordinary" must fit beside the cover on the narrowest phone. */}
          <h1
            id={headingId}
            tabIndex={-1}
            className="page-title mt-1 text-[length:clamp(1.4rem,7vw,var(--text-title))] outline-none"
          >
            {book.title}
          </h1>
          <p className="mt-1.5 text-soft sm:text-lg">{`${book.author}, ${yearLabel(book.year)}`}</p>
          <p className="mt-2 flex items-center gap-2 text-soft">
            <Dial quarters={1} className="size-5 text-ink" />
            {`${book.minutes} min${summary.cut ? `, the first ${minutes} free` : ''}`}
            {summary.sections[0]?.heading === 'In One Page' && (
              <TextLink href={`#${summary.sections[0].id}`}>1 min version</TextLink>
            )}
          </p>
          {book.isToday && <FreeToday title={book.title} className="mt-3" />}
        </div>
      </header>
      <p
        className="mt-7 max-w-160 font-serif text-xl leading-relaxed wrap-anywhere text-soft"
        dir="auto"
      >
        {book.blurb}
      </p>
      {view.hasAudio && (
        <noscript>
          <audio
            controls
            preload="none"
            src={audioPath(book.slug)}
            aria-label={`Listen to ${book.title}`}
            className="mt-6 w-full"
          />
        </noscript>
      )}
      <TopicChips topics={view.topics} />
      <ReadingTools
        slug={book.slug}
        title={title}
        isReader={isReader}
        openAt={openAt}
        opensForFriend={view.opensForFriend}
      >
        {own && (
          <ReaderFragment value={own.opening}>
            {(opening) => <ContinueReading opening={opening} />}
          </ReaderFragment>
        )}
        {own && (
          <ReaderFragment value={own.notes.pick((notes) => unpackHighlights(notes).length)}>
            {(count) => <BookHighlightsLink slug={book.slug} count={count} />}
          </ReaderFragment>
        )}
      </ReadingTools>
      <div className="reading-layout">
        <ReadingBar
          book={book}
          summary={summary}
          locked={locked}
          minutes={minutes}
          marks={own && own.marks}
          notes={own && own.notes}
          listenScript={view.listenScript}
          audio={view.hasAudio ? audioCall(view.bookId) : null}
        />
        <div>
          <SummaryText
            summary={summary}
            confirmation={view.confirmation}
            nextBooks={view.nextBooks}
            notes={own && own.notes}
            hasAudio={view.hasAudio}
            positionForms={own && { slug: book.slug, readable }}
          />
          {own && !summary.cut && (
            <ReaderFragment value={own.end}>
              {(end) => <EndOfText {...parts} {...end} />}
            </ReaderFragment>
          )}
          {!summary.cut && freeSummary === 'chosen' && <FreeSummaryEnds />}
          {summary.cut && (
            <FreePartEnds
              freeSummary={freeSummary}
              slug={book.slug}
              rest={{ ideas: locked.length, minutes: book.minutes - minutes }}
              welcome={view.welcome}
            />
          )}
          {end}
          <AnsweredQuestions answers={view.answers} summary={summary} />
          <Takeaways
            slug={book.slug}
            title={title}
            openAt={openAt}
            takeaways={takeawaysOf(summary)}
          />
          {view.next && <NextBook next={view.next} />}
          {own && (
            <ReaderFragment value={own.next}>
              {(next) => next && <NextBook next={next} />}
            </ReaderFragment>
          )}
          {own && summary.cut && (
            <ReaderFragment value={own.marks}>
              {(marks) => <ReadToggle {...parts} marks={marks} />}
            </ReaderFragment>
          )}
          <Provenance
            slug={book.slug}
            provenance={provenance}
            isReader={isReader}
            openAt={openAt}
          />
        </div>
      </div>
    </article>
  )
}

const positionOptionsOf = (
  slug: string,
  readable: number,
  { opening, isPrefetched }: Pick<SummaryReader, 'opening' | 'isPrefetched'>,
): PositionOptions => ({
  address: positionPath(slug),
  ...(isPrefetched && { view: viewPath(slug) }),
  readable,
  opening,
})
