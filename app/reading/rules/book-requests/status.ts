/**
 * What happened to a request for a book. `pending`: only its reader sees it, until an editor has read it.
 * `hidden`: an editor did not publish it. `merged`: its votes count for another request.
 */
export const BOOK_REQUEST_STATUSES = [
  'pending',
  'open',
  'planned',
  'in-progress',
  'done',
  'declined',
  'hidden',
  'merged',
] as const

export type BookRequestStatus = (typeof BOOK_REQUEST_STATUSES)[number]

/** The requests that everybody sees, and those of them that readers can vote for. */
export const PUBLIC_BOOK_REQUEST_STATUSES = [
  'open',
  'planned',
  'in-progress',
  'done',
  'declined',
] as const satisfies readonly BookRequestStatus[]
export const VOTABLE_STATUSES = [
  'open',
  'planned',
  'in-progress',
] as const satisfies readonly BookRequestStatus[]

export type PublicStatus = (typeof PUBLIC_BOOK_REQUEST_STATUSES)[number]

export const BOOK_REQUEST_STATUS_LABELS: Record<BookRequestStatus, string> = {
  pending: 'Waiting for an editor',
  open: 'Requested',
  planned: 'Planned',
  'in-progress': 'In progress',
  done: 'Done',
  declined: 'Not planned',
  hidden: 'Not published',
  merged: 'Merged',
}

/** What administrators can set; requests become `merged` only by merging. */
export const SETTABLE_STATUSES = BOOK_REQUEST_STATUSES.filter((status) => status !== 'merged')

export const isVotable = (status: BookRequestStatus) =>
  (VOTABLE_STATUSES as readonly BookRequestStatus[]).includes(status)

/** Which requests a page lists; `wanted`: those that readers can vote for. */
export const BOOK_REQUEST_VIEWS = ['wanted', 'planned', 'in-progress', 'done', 'declined'] as const

export type BookRequestView = (typeof BOOK_REQUEST_VIEWS)[number]

export const statusesOf = (view: BookRequestView | PublicStatus): readonly PublicStatus[] =>
  view === 'wanted' ? VOTABLE_STATUSES : [view]

export const BOOK_REQUESTS_ON_PAGE = 20
