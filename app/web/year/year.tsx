import { numberText } from '../../platform/number-text.ts'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { inQuotes } from '../../catalogue/rules/summary/in-quotes.ts'
import { figureTexts, yearPath, yearPicturePath } from '../../reading/rules/my-year.ts'
import { highlightFragment } from '../../reading/rules/highlights/highlight.ts'
import quoteScript from '../behaviors/share-picture.script.ts?inline-script'
import { InlineScript } from '../ui/inline-script.tsx'
import { ShareIcon } from '../ui/reading-icons.tsx'
import { YearFiguresList } from './year-figures.tsx'
import { MonthChart } from './month-chart.tsx'
import { ButtonLink, TextLink } from '../ui/controls.tsx'

interface YearProps {
  year: number
  years: number[]
  books: number
  minutes: number
  ideas: number
  months: number[]
  genres: { label: string; books: number }[]
  finished: { slug: string; title: string; author: string; cover: string }[]
  passage: {
    id: string
    exact: string
    text: string
    book: { slug: string; title: string; author: string }
  } | null
}

export function Year({ year, years, months, genres, finished, passage, ...figures }: YearProps) {
  const others = years.filter((other) => other !== year)
  return (
    <section aria-labelledby="year" className="mt-12">
      <div className="year-head">
        <h2 id="year" className="section-title">
          {year} in books
        </h2>
        {others.length > 0 && (
          <nav aria-label="Other years">
            {others.map((other) => (
              <TextLink key={other} href={yearPath(other)}>
                {other}
              </TextLink>
            ))}
          </nav>
        )}
      </div>
      {years.includes(year) ? (
        <>
          <YearFiguresList {...figures} />
          {figures.books > 0 && <MonthChart year={year} months={months} />}
          {genres.length > 0 && <Genres genres={genres} />}
          {passage && <Passage {...passage} />}
          {finished.length > 0 && <Covers finished={finished} />}
          <Picture year={year} figures={figures} />
        </>
      ) : (
        <p className="mt-3 text-soft">You didn’t mark or highlight anything that year.</p>
      )}
    </section>
  )
}

function Genres({ genres }: Pick<YearProps, 'genres'>) {
  return (
    <section aria-labelledby="genres" className="mt-10">
      <h3 id="genres" className="text-2xl">
        What you read about
      </h3>
      <ul className="year-genres">
        {genres.map(({ label, books }) => (
          <li key={label}>
            <span>{label}</span>
            <span className="text-soft">{books === 1 ? '1 book' : `${books} books`}</span>
            <progress
              aria-hidden="true"
              value={books}
              max={genres[0]!.books}
              className="progress"
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Passage({ id, exact, text, book }: NonNullable<YearProps['passage']>) {
  return (
    <section aria-labelledby="passage" className="mt-10">
      <h3 id="passage" className="text-2xl">
        An idea you kept
      </h3>
      <figure className="year-passage">
        <blockquote dir="auto">{inQuotes(exact.replace(/\s+/g, ' '))}</blockquote>
        {text !== '' && (
          <p dir="auto" className="mt-3">
            {text}
          </p>
        )}
        <figcaption className="mt-3 text-soft">
          From the summary of{' '}
          <TextLink href={`${summaryPath(book.slug)}#${highlightFragment(id)}`}>
            {book.title}
          </TextLink>
          , by {book.author}
        </figcaption>
      </figure>
    </section>
  )
}

/** More would be a long page of small pictures. */
const MAX_COVERS = 60

function Covers({ finished }: Pick<YearProps, 'finished'>) {
  const more = finished.length - MAX_COVERS
  return (
    <section aria-labelledby="finished" className="mt-10">
      <h3 id="finished" className="text-2xl">
        What you finished
      </h3>
      <ul className="year-covers">
        {finished.slice(0, MAX_COVERS).map(({ slug, title, author, cover }) => (
          <li key={slug}>
            <a href={summaryPath(slug)} title={`${title}, by ${author}`}>
              <img
                src={cover}
                alt={`${title}, by ${author}`}
                width={240}
                height={360}
                loading="lazy"
                decoding="async"
                className="cover"
              />
            </a>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-4 text-soft">And {numberText(more)} more.</p>}
    </section>
  )
}

function Picture({
  year,
  figures,
}: {
  year: number
  figures: Pick<YearProps, 'books' | 'minutes' | 'ideas'>
}) {
  const address = yearPicturePath(year)
  const name = `readr-${year}.png`
  return (
    <section aria-labelledby="picture" className="mt-10">
      <h3 id="picture" className="text-2xl">
        A picture to share
      </h3>
      <p className="mt-1 text-soft">
        It shows what you see here, without your name and without the titles of your books.
      </p>
      <img
        src={address}
        alt={`${year} in books: ${figureTexts(figures).join(', ')}`}
        width={1080}
        height={1080}
        loading="lazy"
        data-quote={name}
        className="year-picture"
      />
      <p className="mt-6 flex flex-wrap gap-3">
        <button type="button" hidden data-share-quote={`${year} in books`} className="button">
          <ShareIcon /> Share picture
        </button>
        <ButtonLink href={address} download={name}>
          Download
        </ButtonLink>
      </p>
      <p role="status" data-quote-status="" className="mt-4" />
      <InlineScript code={import.meta.env.SSR ? quoteScript : ''} />
    </section>
  )
}
