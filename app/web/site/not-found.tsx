import { data } from 'react-router'

const notFound = () => {
  throw data(null, { status: 404 })
}

export const loader = notFound
export const action = notFound

export default function NotFoundPage() {
  return null
}
