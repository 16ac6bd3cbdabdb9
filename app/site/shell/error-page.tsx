import { Link } from 'react-router'

interface ErrorPageProps {
  status: number
  title: string
  message: string
  children?: React.ReactNode
}

/** What a reader sees instead of a page that they cannot have. */
export function ErrorPage({ status, title, message, children }: ErrorPageProps) {
  return (
    <section className="wrap flex grow flex-col items-center justify-center py-24 text-center">
      <p className="font-serif text-7xl font-semibold text-accent" aria-hidden="true">
        {status}
      </p>
      <h1 className="page-title mt-4">{title}</h1>
      <p className="mt-3 max-w-md text-lg text-soft">{message}</p>
      {children}
      <Link to="/" className="button mt-8">
        Return Home
      </Link>
    </section>
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
  message: 'We could not make sense of that. Please go back and try again.',
}
export const FORBIDDEN = {
  status: 403,
  title: 'Unauthorized Access',
  message: 'You are not authorized to view this page.',
}
export const SERVER_ERROR = {
  status: 500,
  title: 'Internal Server Error',
  message: 'Oops! Something went wrong on our end.',
}
