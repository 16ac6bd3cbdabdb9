import { summaryPath } from '../../../catalogue/rules/addresses.ts'

/** The page that a link opens. */
export const sharedPath = (token: string) => `/shared/${token}`

/** Where a subscriber opens a summary for a friend. */
export const sharePath = (slug: string) => `${summaryPath(slug)}/share`

export const SHARES_PATH = '/settings/sharing'
