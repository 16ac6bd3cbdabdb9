import type { Queries } from './database.server.ts'

/** Something that is written in the same transaction as a change: both stay, or neither. */
export type InTransaction = (queries: Queries) => Promise<void>
