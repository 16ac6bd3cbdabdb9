import { CoverImage } from '../ui/cover-image.tsx'
import { TODAY_PATH } from '../../catalogue/rules/addresses.ts'
import { minutesToRead } from '../../catalogue/rules/reading-time.ts'
import { type Section, type Summary, summaryText } from '../../catalogue/rules/summary/parse.ts'
import type { BookCardView } from '../catalogue/book-card-view.ts'
import { BlockText } from '../catalogue/summary-text.tsx'
import { ArrowIcon, Dial } from '../ui/icons.tsx'
import { InlineScript } from '../ui/inline-script.tsx'
import excerptScript from '../behaviors/landing-excerpt-font.script.ts?inline-script'
import { ButtonLink } from '../ui/controls.tsx'

/** Paragraphs shown on the landing page. */
const SHOWN_BLOCKS = 3
/** Headings shown on the phone. */
const SHOWN_IDEAS = 3

/** Only in the server's HTML: a page that the framework renders has no first view. */
const SCRIPT = import.meta.env.SSR ? excerptScript : ''
const LATE = import.meta.env.SSR ? 'late-letters' : ''

export interface LandingExcerpt {
  book: BookCardView
  address: string
  idea: Section
  minutes: number
  ideas: string[]
  ideaCount: number
}

/** The beginning of the first idea; null if the text has none. */
export function landingExcerptOf(
  book: BookCardView,
  address: string,
  summary: Summary,
  lockedIdeas: number,
): LandingExcerpt | null {
  const ideas = summary.sections.filter((section) => section.kind === 'idea' && section.heading)
  const [first] = ideas
  if (!first) return null
  const idea = { ...first, blocks: first.blocks.slice(0, SHOWN_BLOCKS) }
  return {
    book,
    address,
    idea,
    minutes: minutesToRead(summaryText({ sections: [idea], cut: false })),
    ideas: ideas.slice(0, SHOWN_IDEAS).map(({ heading }) => heading ?? ''),
    ideaCount: ideas.length + lockedIdeas,
  }
}

/** The beginning of a real summary. */
export function Excerpt({
  excerpt: { book, address, idea, minutes },
}: {
  excerpt: LandingExcerpt
}) {
  return (
    <section className="bg-sunk py-16 md:py-24" aria-labelledby="excerpt">
      <div className="wrap grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <div className="lg:sticky lg:top-28 lg:self-start">
          <h2 id="excerpt" className="section-title">
            Read one right here
          </h2>
          <p className="mt-3 text-soft">
            {address === TODAY_PATH && 'Every day, a different book is free to read in full. '}
            Here is the start of the first idea in {book.title}, by {book.author}. It takes about{' '}
            {minutes === 1 ? 'a minute' : `${minutes} minutes`}.
          </p>
          <CoverImage book={book} className="mt-7 max-w-40 max-lg:hidden" />
        </div>
        <article className={`sheet ${LATE}`}>
          <div className="summary-text">
            <h3 className="display text-[1.9em] leading-[1.12]">
              <span className="idea-number">
                <Dial quarters={1} className="size-6 text-ink" />
                Idea {idea.number}
              </span>{' '}
              {idea.heading}
            </h3>
            <div className="first-letter-large mt-6">
              {idea.blocks.map((block, i) => (
                <BlockText key={i} block={block} />
              ))}
            </div>
          </div>
          <p className="mt-9">
            <ButtonLink href={address} look="large">
              Keep reading {book.title} <ArrowIcon className="size-5 max-[23rem]:hidden" />
            </ButtonLink>
          </p>
          <p className="mt-3 text-soft">
            {address === TODAY_PATH
              ? 'Today, the whole summary is open to everyone. No account needed.'
              : 'No account needed.'}
          </p>
        </article>
      </div>
      <InlineScript code={SCRIPT} />
    </section>
  )
}
