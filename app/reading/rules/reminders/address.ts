/** Where readers choose what Readr sends them. */
export const remindersPath = '/settings/reminders'

/** The emails that a reader can stop without signing in. */
export const STOPPABLE = ['review', 'digest', 'request'] as const
export type Stoppable = (typeof STOPPABLE)[number]

/** Stops one kind of email without signing in. */
export const stopPath = (kind: Stoppable, token: string) => `/${kind}/stop/${token}`

export const kindOfStopPath = (pathname: string): Stoppable =>
  STOPPABLE.find((kind) => pathname.startsWith(`/${kind}/`)) ?? 'review'
