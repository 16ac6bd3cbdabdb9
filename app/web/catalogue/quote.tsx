import { cached } from '../../middleware/cache/caching.server.ts'
import { data, redirect } from 'react-router'
import { accessOf, requestContextOf } from '../../middleware/request/context.server.ts'
import { DomainError } from '../../platform/errors.ts'
import literata from '../ui/fonts/literata.woff2?url'
import { SpinningDial } from '../ui/navigation-spinner.tsx'
import { InlineScript } from '../ui/inline-script.tsx'
import { preloadedFont } from '../ui/preloaded-font.ts'
import { Callout } from '../ui/callout.tsx'
import { ShareIcon } from '../ui/reading-icons.tsx'
import {
  quoteImagePath,
  quotePath,
  subscribePath,
  summaryPath,
} from '../../catalogue/rules/addresses.ts'
import { inQuotes } from '../../catalogue/rules/summary/in-quotes.ts'
import { quoteQuery } from '../../catalogue/schema/lists.ts'
import { listQuotes, checkQuote } from '../../catalogue/service/list-quotes.server.ts'
import quoteScript from '../behaviors/share-picture.script.ts?inline-script'
import type { Route } from './+types/quote'
import { ButtonLink, LineLink } from '../ui/controls.tsx'
import { errorPageOnDomainError } from '../shell/error-page-on-domain-error.ts'

export const handle = { withoutScripts: true }

export const links: Route.LinksFunction = () => [preloadedFont(literata)]

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${titleOf(loaderData)} · Readr` },
  { name: 'robots', content: 'noindex' },
]

function titleOf(loaderData: Route.MetaArgs['loaderData']): string {
  if (!loaderData) return 'Page Not Found'
  const { book, quote } = loaderData
  return quote === null ? `Choose a sentence from ${book.title}` : `A sentence from ${book.title}`
}

/** `text` in the query: a sentence chosen here or selected in the summary. */
export const loader = cached(
  { parameters: ['text'] },
  async ({ params: { slug }, url, context }: Route.LoaderArgs) => {
    const access = accessOf(context)
    const freeBookId = requestContextOf(context).signedIn?.user.freeBookId ?? null
    const { book, parts, suggested } = await errorPageOnDomainError(
      listQuotes(access, slug, freeBookId),
    )
    if (!parts) throw redirect(subscribePath(book.slug))
    const shown = { book: { slug: book.slug, title: book.title, author: book.author } }
    const text = url.searchParams.get('text')
    if (text === null) return { ...shown, parts, suggested, quote: null, problem: null }
    const asked = quoteQuery.safeParse({ text })
    if (!asked.success) {
      const problem = asked.error.issues[0]!.message
      return data({ ...shown, parts, suggested, quote: null, problem }, { status: 400 })
    }
    try {
      const { quote } = await checkQuote(access, slug, asked.data.text, freeBookId)
      return { ...shown, parts: null, suggested: [], quote, problem: null }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      return data(
        { ...shown, parts, suggested, quote: null, problem: error.message },
        { status: error.status, headers: error.headers },
      )
    }
  },
)

export default function QuotePage({ loaderData }: Route.ComponentProps) {
  const { book, parts, suggested, quote, problem } = loaderData
  return (
    <div className="wrap max-w-3xl pt-10 pb-24">
      <p className="mb-2">
        <LineLink href={summaryPath(book.slug)}>{book.title}</LineLink>
      </p>
      <h1 className="page-title">{quote === null ? 'Choose a sentence' : 'Your picture'}</h1>
      {quote === null ? (
        <QuoteChoice
          action={quotePath(book.slug)}
          parts={parts}
          suggested={suggested}
          problem={problem}
        />
      ) : (
        <QuoteImage book={book} quote={quote} />
      )}
      <InlineScript code={import.meta.env.SSR ? quoteScript : ''} />
    </div>
  )
}

interface QuoteChoiceProps {
  action: string
  parts: { heading: string | null; sentences: string[] }[]
  suggested: string[]
  /** Why the chosen sentence cannot become an image. */
  problem: string | null
}

/** Every sentence is a submit button, so that choosing one works without JavaScript. */
function QuoteChoice({ action, parts, suggested, problem }: QuoteChoiceProps) {
  return (
    <>
      {problem && (
        <Callout isProblem className="mt-5">
          {problem}
        </Callout>
      )}
      <p className="lead mt-3">
        We’ll turn it into a picture that you can save or share. You can also select any passage in
        the summary.
      </p>
      <form action={action}>
        {suggested.length > 0 && <Sentences of={suggested} />}
        <details className="group mt-6" open={suggested.length === 0}>
          <summary className="flex min-h-11 items-center font-semibold hover:text-accent">
            All sentences
            <span aria-hidden="true" className="ml-auto group-open:-scale-y-100">
              ↓
            </span>
          </summary>
          {parts.map(({ heading, sentences }, i) => (
            <section key={i} className="mt-10">
              {heading !== null && <h2 className="text-2xl">{heading}</h2>}
              <Sentences of={sentences} />
            </section>
          ))}
        </details>
      </form>
    </>
  )
}

function Sentences({ of: sentences }: { of: string[] }) {
  return (
    <ul className="-mx-3 mt-6">
      {sentences.map((sentence, i) => (
        <li key={i} className="border-t border-line py-1">
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
  )
}

interface QuoteImageProps {
  book: { slug: string; title: string; author: string }
  quote: string
}

function QuoteImage({ book: { slug, title, author }, quote }: QuoteImageProps) {
  const address = quoteImagePath(slug, quote)
  const source = `${title}, by ${author}`
  return (
    <>
      <div className="relative mt-6 max-w-136">
        {/* Seen until the picture covers it. */}
        <p
          aria-hidden="true"
          className="absolute flex h-full w-full flex-col items-center justify-center gap-3 rounded-panel bg-sunk text-soft"
        >
          <SpinningDial />
          Making your picture…
        </p>
        <img
          src={address}
          alt={`${inQuotes(quote)} From the summary of ${source}`}
          width={1080}
          height={1080}
          data-quote={`${slug}.png`}
          className="relative h-auto w-full rounded-panel"
        />
      </div>
      <p className="mt-6 flex flex-wrap gap-3">
        <button type="button" hidden data-share-quote={source} className="button">
          <ShareIcon /> Share picture
        </button>
        <ButtonLink href={address} download={`${slug}.png`}>
          Download
        </ButtonLink>
        <ButtonLink href={quotePath(slug)} look="quiet">
          Choose another sentence
        </ButtonLink>
      </p>
      <p role="status" data-quote-status="" className="mt-4" />
    </>
  )
}
