import type { PrismaClient } from '../../generated/sqlite/client.ts'
import type { RunPrepared } from './prepared-statements.server.ts'

export type Database = PrismaClient

export interface OpenedDatabase {
  /** Loads Prisma's compiler, 90 ms, when it first runs a query. */
  client: Database
  runPrepared: RunPrepared
  /** The connections by state. */
  connections(): Record<string, number>
  close(): Promise<void>
}
