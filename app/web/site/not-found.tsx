import { data } from 'react-router'

/** Every address that no other route knows, for every method. */
const notFound = () => {
  throw data(null, { status: 404 })
}

export const loader = notFound
export const action = notFound

export default function NotFoundPage() {
  return null
}
