import { data } from 'react-router'
import { ErrorPage, SERVER_ERROR } from '../shell/error-page.tsx'

export const handle = { withoutScripts: true, isError: true }

export const loader = () => data(null, { status: 500 })

export const meta = () => [
  { title: `${SERVER_ERROR.title} · Readr` },
  { name: 'robots', content: 'noindex' },
]

export default function ServerErrorPage() {
  return <ErrorPage {...SERVER_ERROR} />
}
