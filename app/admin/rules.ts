/** What an administrator can have done, as the log says it. */
export const ACTIONS = {
  'reader.grant': 'Granted complimentary access',
  'reader.revoke': 'Took complimentary access back',
  'reader.sign-out': 'Signed out everywhere',
  'reader.delete': 'Deleted the account',
  'book.create': 'Added the book',
  'book.edit': 'Changed the book',
  'book.lock': 'Locked the book',
  'book.unlock': 'Unlocked the book',
  'book.restore': 'Restored the book',
  'book.publish': 'Set when the book is published',
  'book.cover': 'Gave the book a cover',
  'book.cover-off': 'Took the book’s own cover away',
  'book.withdraw': 'Withdrew the book',
  'book.put-back': 'Put the book back into the catalogue',
  'catalogue.import': 'Imported books',
  'catalogue.export': 'Exported the catalogue',
} as const

export type Action = keyof typeof ACTIONS

/** What an entry of the log is about. */
export type SubjectKind = 'reader' | 'book' | 'catalogue'

/** What an action is called; one of a version that is gone by its own word. */
export function actionLabel(action: string): string {
  return Object.hasOwn(ACTIONS, action) ? ACTIONS[action as Action] : action
}

/** Rows of one page of readers or of the log. */
export const ROWS_PER_PAGE = 50

/** A gift ends within this many years. */
export const LONGEST_GRANT_YEARS = 10

/** A day as forms and the log write it: 2026-11-21, in UTC. */
export function isoDay(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** The last moment of a day in UTC. */
export function endOfDay(day: string): Date {
  return new Date(`${day}T23:59:59.999Z`)
}

/** Where a book stands, and since when or until when. */
export interface Publication {
  state: 'published' | 'scheduled' | 'withdrawn'
  at: Date
}

/** Whether readers see a book. */
export function publicationOf(
  { publishedAt, withdrawnAt }: { publishedAt: Date; withdrawnAt: Date | null },
  now: Date,
): Publication {
  if (withdrawnAt) return { state: 'withdrawn', at: withdrawnAt }
  return { state: publishedAt > now ? 'scheduled' : 'published', at: publishedAt }
}

/** A moment to the minute, in UTC: 2026-11-21 14:05. */
export function toTheMinute(moment: Date): string {
  return moment.toISOString().slice(0, 16).replace('T', ' ')
}
