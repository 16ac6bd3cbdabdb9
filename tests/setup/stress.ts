/**
 * Whether this is `npm run stress -- tests` (docs/testing.md): then tests that start processes again and
 * again run every case, otherwise one that is quick.
 */
export const IS_STRESS = process.env['STRESS'] === '1'

/** Every case in `npm run stress`, otherwise the first. */
export const casesOf = <T>(first: T, ...others: T[]): T[] => [first, ...(IS_STRESS ? others : [])]
