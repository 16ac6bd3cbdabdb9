import { data } from 'react-router'
import { ErrorPage, FORBIDDEN } from '../shell/error-page.tsx'

export const handle = { withoutScripts: true, isError: true }

export const loader = () => data(null, { status: 403 })

export const meta = () => [
  { title: `${FORBIDDEN.title} · Readr` },
  { name: 'robots', content: 'noindex' },
]

export default function ForbiddenPage() {
  return <ErrorPage {...FORBIDDEN} />
}
