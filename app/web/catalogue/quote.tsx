import { useContext } from 'react'
import { data, redirect } from 'react-router'
import { accessOf, factsOf, sameForAllVisitors } from '../../middleware/context.server.ts'
import { DomainError } from '../../platform/errors.ts'
import literata from '../ui/fonts/literata.woff2?url'
import { NonceContext } from '../ui/nonce.ts'
import { preloadedFont } from '../ui/preloaded-font.ts'
import { quotePath, summaryPath } from '../../catalogue/rules/addresses.ts'
import { quoteQuery } from '../../catalogue/schema/lists.ts'
import { listQuotes, checkQuote } from '../../catalogue/service/list-quotes.server.ts'
import { QuoteCard, QuoteChoice } from './quote-parts.tsx'
import quoteScript from '../behaviors/quote.script.ts?inline-script'
import type { Route } from './+types/quote'

export const handle = { withoutScripts: true }

/** The letters of the sentences. */
export const links: Route.LinksFunction = () => [preloadedFont(literata)]

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${titleOf(loaderData)} · Readr` },
  { name: 'robots', content: 'noindex' },
]

function titleOf(shown: Route.MetaArgs['loaderData']): string {
  if (!shown) return 'Page Not Found'
  const { book, quote } = shown
  return quote === null ? `Choose a sentence from ${book.title}` : `A sentence from ${book.title}`
}

/** `text`: the sentence that was chosen, here or by selecting it in the summary. */
export async function loader({ params: { slug }, url, context }: Route.LoaderArgs) {
  const access = accessOf(context)
  const freeBookId = factsOf(context).signedIn?.user.freeBookId ?? null
  const { book, parts } = await listQuotes(access, slug, freeBookId).catch((error: unknown) => {
    if (error instanceof DomainError) throw data(null, { status: error.status })
    throw error
  })
  if (!parts) throw redirect(`/subscribe?book=${book.slug}`)
  sameForAllVisitors(context)
  const shown = { book: { slug: book.slug, title: book.title, author: book.author } }
  const text = url.searchParams.get('text')
  if (text === null) return { ...shown, parts, quote: null, problem: null }
  const asked = quoteQuery.safeParse({ text })
  if (!asked.success) {
    const problem = asked.error.issues[0]!.message
    return data({ ...shown, parts, quote: null, problem }, { status: 400 })
  }
  try {
    const { quote } = await checkQuote(access, slug, asked.data.text, freeBookId)
    return { ...shown, parts: null, quote, problem: null }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return data(
      { ...shown, parts, quote: null, problem: error.message },
      { status: error.status, headers: error.headers },
    )
  }
}

export default function QuoteCardPage({ loaderData }: Route.ComponentProps) {
  const nonce = useContext(NonceContext)
  const { book, parts, quote, problem } = loaderData
  return (
    <div className="wrap max-w-3xl pt-10 pb-24">
      <p className="mb-2">
        <a href={summaryPath(book.slug)} className="text-link inline-flex min-h-11 items-center">
          {book.title}
        </a>
      </p>
      <h1 className="page-title">{quote === null ? 'Choose a sentence' : 'Your picture'}</h1>
      {quote === null ? (
        <QuoteChoice action={quotePath(book.slug)} parts={parts} problem={problem} />
      ) : (
        <QuoteCard book={book} quote={quote} />
      )}
      <script
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? quoteScript : '' }}
      />
    </div>
  )
}
