import type { BookRequestStatus, BookRequestView } from './status.ts'

export const BOOK_REQUESTS_PATH = '/requests'
export const NEW_BOOK_REQUEST_PATH = `${BOOK_REQUESTS_PATH}/new`

/** The form that asks for a book, with its title filled in. */
export const newBookRequestPath = (title: string) =>
  title === ''
    ? NEW_BOOK_REQUEST_PATH
    : `${NEW_BOOK_REQUEST_PATH}?${new URLSearchParams({ title })}`

/** A page of the list. */
export function bookRequestsAddress(query: {
  show: BookRequestView
  search: string
  page: number
}): string {
  const given = new URLSearchParams()
  if (query.search !== '') given.set('search', query.search)
  if (query.show !== 'wanted') given.set('show', query.show)
  if (query.page > 1) given.set('page', String(query.page))
  return given.size > 0 ? `${BOOK_REQUESTS_PATH}?${given}` : BOOK_REQUESTS_PATH
}

export const bookRequestFragment = (id: number) => `request-${id}`

/** The list with a request, found by its title. */
export function bookRequestPath({
  id,
  title,
  status,
}: {
  id: number
  title: string
  status: BookRequestStatus
}): string {
  const show = status === 'done' || status === 'declined' ? status : 'wanted'
  return `${bookRequestsAddress({ show, search: title.slice(0, 100), page: 1 })}#${bookRequestFragment(id)}`
}
