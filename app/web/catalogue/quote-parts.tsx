import { Notice } from '../ui/notice.tsx'
import { ShareIcon } from '../ui/reading-icons.tsx'
import { quotePath, quoteImagePath } from '../../catalogue/rules/addresses.ts'
import { inQuotes } from '../../catalogue/rules/quotes.ts'

interface QuoteChoiceProps {
  /** The address of the page, to which the sentence is added. */
  action: string
  parts: { heading: string | null; sentences: string[] }[]
  /** Why the sentence that was asked for makes no picture. */
  problem: string | null
}

/** Every sentence is a button that asks for its picture: one press, also without JavaScript. */
export function QuoteChoice({ action, parts, problem }: QuoteChoiceProps) {
  return (
    <>
      {problem && (
        <Notice isProblem className="mt-5">
          {problem}
        </Notice>
      )}
      <p className="lead mt-3">Press one, and it becomes a picture to keep or to pass on.</p>
      <form action={action}>
        {parts.map(({ heading, sentences }, i) => (
          <section key={i} className="mt-10">
            {heading !== null && <h2 className="text-2xl">{heading}</h2>}
            <ul className="-mx-3 mt-3">
              {sentences.map((sentence, at) => (
                <li key={at} className="border-t border-line py-1">
                  <button
                    type="submit"
                    name="text"
                    value={sentence}
                    dir="auto"
                    className="min-h-11 w-full rounded-control px-3 py-2 text-left font-serif hover:bg-sunk"
                  >
                    {sentence}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </form>
    </>
  )
}

interface QuoteCardProps {
  book: { slug: string; title: string; author: string }
  quote: string
}

/** A sentence as a picture, and what can be done with it. */
export function QuoteCard({ book: { slug, title, author }, quote }: QuoteCardProps) {
  const picture = quoteImagePath(slug, quote)
  const source = `${title}, by ${author}`
  return (
    <>
      <img
        src={picture}
        alt={`${inQuotes(quote)} From the summary of ${source}`}
        width={1080}
        height={1080}
        data-quote={`${slug}.png`}
        className="mt-6 h-auto w-full max-w-136 rounded-panel bg-sunk"
      />
      <p className="mt-6 flex flex-wrap gap-3">
        <button type="button" hidden data-share-quote={source} className="button">
          <ShareIcon /> Share the picture
        </button>
        <a href={picture} download={`${slug}.png`} className="button">
          Download
        </a>
        <a href={quotePath(slug)} className="button button-quiet">
          Another sentence
        </a>
      </p>
      <p role="status" data-quote-said="" className="mt-4" />
    </>
  )
}
