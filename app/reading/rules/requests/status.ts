/**
 * What happened to a request for a book. `pending`: only its reader sees it, until an editor has read it.
 * `hidden`: an editor did not publish it. `merged`: its votes count for another request.
 */
export const STATUSES = [
  'pending',
  'open',
  'planned',
  'in-progress',
  'done',
  'declined',
  'hidden',
  'merged',
] as const

export type Status = (typeof STATUSES)[number]

/** The requests that everybody sees, and those of them that readers can vote for. */
export const PUBLIC_STATUSES = [
  'open',
  'planned',
  'in-progress',
  'done',
  'declined',
] as const satisfies readonly Status[]
export const VOTABLE_STATUSES = [
  'open',
  'planned',
  'in-progress',
] as const satisfies readonly Status[]

export type PublicStatus = (typeof PUBLIC_STATUSES)[number]

export const STATUS_LABELS: Record<Status, string> = {
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
export const SETTABLE_STATUSES = STATUSES.filter((status) => status !== 'merged')

export const isVotable = (status: Status) =>
  (VOTABLE_STATUSES as readonly Status[]).includes(status)

/** Which requests a page lists; `wanted`: those that readers can vote for. */
export const VIEWS = ['wanted', 'planned', 'in-progress', 'done', 'declined'] as const

export type View = (typeof VIEWS)[number]

export const statusesOf = (view: View | PublicStatus): readonly PublicStatus[] =>
  view === 'wanted' ? VOTABLE_STATUSES : [view]

export const REQUESTS_ON_PAGE = 20
