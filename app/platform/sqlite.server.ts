import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import { Mutex } from 'async-mutex'

type Factory = InstanceType<typeof PrismaBetterSqlite3>
type Connection = Awaited<ReturnType<Factory['connect']>>
type Transaction = Awaited<ReturnType<Connection['startTransaction']>>
type Query = Parameters<Connection['queryRaw']>[0]

/** How long a write waits for another process that writes. */
const BUSY_TIMEOUT_MS = 5000

/** A statement that certainly only reads; for whatever else there is the writing connection. */
const READS = /^\s*(?:SELECT|WITH)\b(?![^]*\b(?:INSERT|UPDATE|DELETE|REPLACE)\b)/i

/**
 * Prisma's adapter for SQLite has one connection, and lets statements from outside of a transaction
 * run between those inside: a rollback then takes other requests' writes with it, and readers see
 * what may never be committed. Here one connection writes, for one transaction or one statement at
 * a time, and another one reads what is committed.
 */
export class SqliteAdapter implements Pick<Factory, keyof Factory> {
  readonly provider = 'sqlite'
  readonly adapterName = '@prisma/adapter-better-sqlite3'
  readonly #factory: Factory

  /** @param url `file:` and the path */
  constructor(url: string) {
    this.#factory = new PrismaBetterSqlite3({ url, timeout: BUSY_TIMEOUT_MS })
  }

  async connect(): Promise<Connection> {
    return apart(await this.#factory.connect(), await this.#factory.connect())
  }

  connectToShadowDb(): Promise<Connection> {
    return this.#factory.connectToShadowDb()
  }
}

const statement = (sql: string): Query => ({ sql, args: [], argTypes: [] })

/** Two connections to one file as one. */
function apart(writer: Connection, reader: Connection): Connection {
  const turn = new Mutex()
  const isRead = ({ sql }: Query) => READS.test(sql)
  return {
    provider: writer.provider,
    adapterName: writer.adapterName,
    queryRaw: (query) =>
      isRead(query) ? reader.queryRaw(query) : turn.runExclusive(() => writer.queryRaw(query)),
    executeRaw: (query) => turn.runExclusive(() => writer.executeRaw(query)),
    executeScript: (script) => turn.runExclusive(() => writer.executeScript(script)),
    async startTransaction(): Promise<Transaction> {
      const release = await turn.acquire()
      try {
        // At once, and not with its first write: what it has read until then may be out of date.
        await writer.executeRaw(statement('BEGIN IMMEDIATE'))
      } catch (error) {
        release()
        throw error
      }
      const run = async (sql: string) => void (await writer.executeRaw(statement(sql)))
      // Prisma sends COMMIT and ROLLBACK itself; what is told here is that it has.
      const end = () => Promise.resolve(release())
      return {
        provider: writer.provider,
        adapterName: writer.adapterName,
        options: { usePhantomQuery: false },
        queryRaw: (query) => writer.queryRaw(query),
        executeRaw: (query) => writer.executeRaw(query),
        createSavepoint: (name) => run(`SAVEPOINT ${name}`),
        rollbackToSavepoint: (name) => run(`ROLLBACK TO ${name}`),
        releaseSavepoint: (name) => run(`RELEASE SAVEPOINT ${name}`),
        commit: end,
        rollback: end,
      }
    },
    async dispose() {
      await reader.dispose()
      await writer.dispose()
    },
  }
}
