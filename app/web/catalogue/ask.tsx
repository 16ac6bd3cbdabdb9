import { data } from 'react-router'
import { limitSearches } from '../../middleware/limit-searches.server.ts'
import { accessOf, requestContextOf } from '../../middleware/request/context.server.ts'
import { isPrefetch } from '../../middleware/request/prefetch.ts'
import { DomainError } from '../../platform/errors.ts'
import { env } from '../../platform/env.server.ts'
import {
  ASK_PATH,
  askedPath,
  askPath,
  bookPath,
  SITE_PREVIEW_IMAGE,
  summaryPath,
} from '../../catalogue/rules/addresses.ts'
import { MAX_SEARCH_CHARS } from '../../catalogue/rules/search.ts'
import { passagePath } from '../../catalogue/rules/passage-address.ts'
import { askPageQuery } from '../../catalogue/schema/ask.ts'
import { queryValues } from '../../catalogue/schema/lists.ts'
import { type Answer, askLibrary } from '../../catalogue/service/ask-library.server.ts'
import { countQuestion } from '../../catalogue/service/asked-questions.server.ts'
import { biggestTopics } from '../../catalogue/service/count-books.server.ts'
import { newBookRequestPath } from '../../reading/rules/book-requests/address.ts'
import { HubTabs } from '../shell/hub-tabs.tsx'
import { BottomBar } from '../shell/bottom-bar.tsx'
import { LineLink, SubmitButton } from '../ui/controls.tsx'
import literata from '../ui/fonts/literata.woff2?url'
import { pageMeta } from '../ui/page-meta.ts'
import { preloadedFont } from '../ui/preloaded-font.ts'
import { BookCard } from './book-card.tsx'
import { bookCardView } from './book-card-view.ts'
import { TopicChips } from './topic-chips.tsx'
import type { Route } from './+types/ask'

export const links: Route.LinksFunction = () => [preloadedFont(literata)]

export const handle = { withoutScripts: true, bottomBar: true }

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

const TOPICS_TO_TRY = 8
const EXAMPLES = [
  'How do I stop wasting time?',
  'Why are some countries rich?',
  'How do I stop worrying what people think?',
]

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { question } = askPageQuery.parse(queryValues(url.searchParams))
  const shown = {
    question,
    origin: env().appUrl,
    problem: null,
    answers: [],
    closest: [],
    topics: [],
  }
  if (question === '') return shown
  try {
    await limitSearches(context)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { message, status, headers } = error
    return data({ ...shown, problem: message }, { status, headers })
  }
  const access = accessOf(context)
  const { answers, closest } = await askLibrary(access, question)
  const isAsked =
    !requestContextOf(context).isHead && !isPrefetch(request.headers.get('Sec-Purpose'))
  if (isAsked) void countQuestion(question, answers.length > 0)
  return {
    ...shown,
    answers: answers.map(viewOf),
    closest: closest.map((book) => bookCardView(book, access)),
    topics: answers.length > 0 ? [] : await biggestTopics(TOPICS_TO_TRY),
  }
}

function viewOf({ book, section, idea, text, question }: Answer) {
  const { slug, title, author, locked } = book
  return {
    title,
    author,
    idea,
    text,
    question,
    href:
      text === null || section === null
        ? locked
          ? bookPath(slug)
          : `${summaryPath(slug)}#free-part-ends`
        : passagePath(slug, section.id, text),
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const { question = '', origin = '' } = loaderData ?? {}
  return [
    ...pageMeta({
      title: question ? `${question} · Readr` : 'Ask the library · Readr',
      description: 'Ask a question, and read what great books answer, word for word.',
      url: origin + ASK_PATH,
      image: origin + SITE_PREVIEW_IMAGE,
      imageAlt: 'Readr: the ideas of great books',
    }),
    ...(question ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}

export default function AskPage({ loaderData }: Route.ComponentProps) {
  const { question, problem, answers, closest, topics } = loaderData
  return (
    <div className="wrap max-w-4xl grow pt-6 pb-24 md:pt-8">
      <HubTabs hub="Books" />
      <h1 className="page-title">Ask the library</h1>
      <p className="lead mt-1.5 max-w-2xl text-soft">
        What you get is in our summaries, word for word. Nothing is generated.
      </p>
      <form action={ASK_PATH} role="search" className="mt-6 flex max-w-2xl flex-wrap gap-3">
        <input
          type="search"
          name="question"
          aria-label="Your question"
          defaultValue={question}
          maxLength={MAX_SEARCH_CHARS}
          placeholder={EXAMPLES[0]}
          required
          className="field flex-[1_1_8rem]"
        />
        <SubmitButton>Ask</SubmitButton>
      </form>
      {problem && (
        <p role="alert" className="field-error mt-4">
          {problem}
        </p>
      )}
      {question === '' && (
        <ul className="mt-4">
          {EXAMPLES.map((example) => (
            <li key={example}>
              <LineLink href={askPath(example)}>{example}</LineLink>
            </li>
          ))}
        </ul>
      )}
      {question !== '' && !problem && (
        <section aria-labelledby="answers" className="mt-10">
          <h2 id="answers" className="sr-only">
            {`Answers to “${question}”`}
          </h2>
          {answers.length > 0 ? (
            <ol className="grid max-w-2xl gap-8">
              {answers.map((answer) => (
                <li key={answer.href}>
                  <AnswerFound asked={question} {...answer} />
                </li>
              ))}
            </ol>
          ) : (
            <NoAnswer question={question} closest={closest} topics={topics} />
          )}
        </section>
      )}
      <BottomBar />
    </div>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function AnswerFound({
  asked,
  title,
  author,
  idea,
  text,
  question,
  href,
}: Loaded['answers'][number] & { asked: string }) {
  const place = `${title}, by ${author}${idea === null ? '' : `, idea ${idea}`}`
  return text === null ? (
    <div className="rounded-panel bg-sunk p-5">
      <p className="font-serif text-lg" dir="auto">
        {question}
      </p>
      <p className="mt-2 text-soft">
        {`${author} answers this in idea ${idea} of ${title}, for subscribers. `}
        <a href={href} ping={askedPath(asked)} className="text-link">
          About this book
        </a>
      </p>
    </div>
  ) : (
    <figure>
      <blockquote className="callout font-serif text-xl leading-relaxed" dir="auto">
        {text}
      </blockquote>
      <figcaption className="mt-2 text-soft">
        <a href={href} ping={askedPath(asked)} className="text-link">
          {place}
        </a>
      </figcaption>
    </figure>
  )
}

function NoAnswer({ question, closest, topics }: Pick<Loaded, 'question' | 'closest' | 'topics'>) {
  return (
    <>
      <p className="text-xl" role="status">
        Nothing in the library answers that yet.
      </p>
      <p>
        <LineLink href={newBookRequestPath(question)}>Request a book about it</LineLink>
      </p>
      {closest.length > 0 && (
        <>
          <h3 className="mt-8 text-2xl">The closest we have</h3>
          <ul className="book-grid mt-5">
            {closest.map((book) => (
              <BookCard key={book.slug} book={book} eager={false} heading="h3" />
            ))}
          </ul>
        </>
      )}
      <h3 className="mt-10 mb-2 font-semibold">Topics to try</h3>
      <TopicChips topics={topics} />
    </>
  )
}
