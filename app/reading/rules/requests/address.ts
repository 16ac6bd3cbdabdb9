import type { RequestStatus, RequestView } from './status.ts'

export const REQUESTS_PATH = '/requests'
export const NEW_REQUEST_PATH = `${REQUESTS_PATH}/new`

/** The form that asks for a book, with its title filled in. */
export const newRequestPath = (title: string) =>
  title === '' ? NEW_REQUEST_PATH : `${NEW_REQUEST_PATH}?${new URLSearchParams({ title })}`

/** A page of the list. */
export function requestsAddress(query: {
  show: RequestView
  search: string
  page: number
}): string {
  const given = new URLSearchParams()
  if (query.search !== '') given.set('search', query.search)
  if (query.show !== 'wanted') given.set('show', query.show)
  if (query.page > 1) given.set('page', String(query.page))
  return given.size > 0 ? `${REQUESTS_PATH}?${given}` : REQUESTS_PATH
}

/** The element of a request in the list. */
export const requestFragment = (id: number) => `request-${id}`

/** The list with a request, found by its title. */
export function requestPath({
  id,
  title,
  status,
}: {
  id: number
  title: string
  status: RequestStatus
}): string {
  const show = status === 'done' || status === 'declined' ? status : 'wanted'
  return `${requestsAddress({ show, search: title.slice(0, 100), page: 1 })}#${requestFragment(id)}`
}
