import { MAX_SEARCH_CHARS } from '../../catalogue/rules/search.ts'
import { ButtonLink, SubmitButton } from '../ui/controls.tsx'

interface ErrorPageProps {
  status: number
  title: string
  message: string
  children?: React.ReactNode
}

export function ErrorPage({ status, title, message, children }: ErrorPageProps) {
  return (
    <section className="wrap flex grow flex-col justify-center py-20 md:py-28">
      {status > 0 && (
        <p
          className="display text-[clamp(6rem,4rem+16vw,14rem)] leading-[0.85] text-accent"
          aria-hidden="true"
        >
          {status}
        </p>
      )}
      <h1 className="page-title mt-6">{title}</h1>
      <p className="lead mt-3 max-w-xl">{message}</p>
      {children}
      {status === 404 && <SearchForm />}
      <ButtonLink href="/" look="large" className="mt-8 self-start">
        Return Home
      </ButtonLink>
    </section>
  )
}

/** A search, for a reader who looked for something that is not there. */
function SearchForm() {
  return (
    <form action="/browse/books" role="search" className="mt-8 flex max-w-xl flex-wrap gap-3">
      <input
        type="search"
        name="search"
        aria-label="Search"
        placeholder="Books, Authors or Genres"
        maxLength={MAX_SEARCH_CHARS}
        className="field flex-[1_1_8rem]"
      />
      <SubmitButton look="quiet">Search</SubmitButton>
      <ButtonLink href="/browse/books" look="quiet">
        Browse Books
      </ButtonLink>
    </form>
  )
}

export const NOT_FOUND = {
  status: 404,
  title: 'Page Not Found',
  message: "Sorry, the page you're looking for doesn't exist.",
}
export const BAD_REQUEST = {
  status: 400,
  title: 'Bad Request',
  message: 'We couldn’t understand that request. Please go back and try again.',
}
export const FORBIDDEN = {
  status: 403,
  title: 'Unauthorized Access',
  message: 'You are not authorized to view this page.',
}
export const METHOD_NOT_ALLOWED = {
  status: 405,
  title: 'Method Not Allowed',
  message:
    'This page can’t accept that form, so nothing was changed. Please go back and try again.',
}
export const LOAD_FAILED = {
  status: 0,
  title: 'The page didn’t load',
  message: 'Check your connection, or reload the page in a moment.',
}
export const TOO_MANY_REQUESTS = {
  status: 429,
  title: 'Too many requests',
  message: 'Please wait a minute, then try again.',
}
export const SERVER_ERROR = {
  status: 500,
  title: 'Internal Server Error',
  message: 'Oops! Something went wrong on our end.',
}
/** For the framework's navigations; the server has its own page for all others. */
export const UNAVAILABLE = {
  status: 503,
  title: 'We’ll be right back',
  message: 'Readr has a brief technical problem. Please try again in a moment.',
}
