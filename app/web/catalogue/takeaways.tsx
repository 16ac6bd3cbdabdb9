import { ShareButton } from './reading-tools.tsx'
import { QuoteIcon } from '../ui/reading-icons.tsx'
import { quotePath, summaryPath } from '../../catalogue/rules/addresses.ts'
import { MAX_QUOTE_CHARS } from '../../catalogue/rules/quotes.ts'
import { type Line, lineText } from '../../catalogue/rules/summary/parse.ts'

interface TakeawaysProps {
  slug: string
  title: string
  /** The page where the whole text is open to anyone; undefined: the book's own page. */
  openAt?: string | undefined
  takeaways: Line[]
}

/** After the end of a summary: what to remember, each with a link that makes a picture of it. */
export function Takeaways({ slug, title, openAt, takeaways }: TakeawaysProps) {
  if (takeaways.length === 0) return null
  return (
    <section aria-labelledby="to-keep" className="no-print mt-12 max-w-160">
      <h2 id="to-keep" className="text-2xl">
        Takeaways to keep
      </h2>
      <ul className="mt-4">
        {takeaways.map((line) => {
          const text = lineText(line)
          return (
            <li key={text} className="flex items-center gap-3 border-t border-line py-3">
              <p className="grow font-serif">
                {line.label !== null && <strong>{line.label}: </strong>}
                {line.text}
              </p>
              {openAt === undefined && text.length <= MAX_QUOTE_CHARS && (
                <a
                  href={`${quotePath(slug)}?${new URLSearchParams({ text })}`}
                  title="Make a picture"
                  className="icon-button"
                >
                  <QuoteIcon />
                  <span className="sr-only">Make a picture of: {line.label ?? line.text}</span>
                </a>
              )}
            </li>
          )
        })}
      </ul>
      <p className="mt-4">
        <ShareButton address={openAt ?? summaryPath(slug)} title={title} />
      </p>
    </section>
  )
}
