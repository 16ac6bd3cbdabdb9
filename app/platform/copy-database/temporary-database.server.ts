import type pg from 'pg'
import { connectToPostgres } from '../postgres-client.server.ts'
import { CopyError } from './tables.ts'

/** A comment marks a database that may be dropped. */
const MARK = 'Readr: a restore drill; may be dropped'
const NO_PRIVILEGE = '42501'
/** PostgreSQL's names have 63 bytes. */
const NAME_LENGTH = 40

/**
 * Creates an empty database on the server of another one, which only its owner may open. One that
 * an earlier process has left behind is dropped first.
 * @throws CopyError if the role may not create databases, another process uses it now, or the URL
 *   is that of a socket
 */
export async function createTemporaryDatabase(
  url: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  if (!URL.canParse(url)) {
    throw new CopyError('The drill cannot create a database through a socket. Use --sqlite.')
  }
  const own = new URL(url)
  const name = await withClient(url, async (client) => {
    const { rows } = await client.query<{ current: string }>('SELECT current_database() AS current')
    const created = `${rows[0]!.current.slice(0, NAME_LENGTH)}_restore_drill`
    own.pathname = `/${encodeURIComponent(created)}`
    await dropAbandoned(client, created, own.href)
    const quoted = client.escapeIdentifier(created)
    try {
      await client.query(`CREATE DATABASE ${quoted} TEMPLATE template0`)
    } catch (error) {
      if ((error as { code?: string }).code !== NO_PRIVILEGE) throw error
      throw new CopyError(
        'The database role may not create databases (ALTER ROLE … CREATEDB). With --sqlite, the drill restores into a SQLite file.',
        { cause: error },
      )
    }
    await client.query(`COMMENT ON DATABASE ${quoted} IS ${client.escapeLiteral(MARK)}`)
    await client.query(`REVOKE ALL ON DATABASE ${quoted} FROM PUBLIC`)
    return created
  })
  const drop = () => withClient(url, (client) => dropDatabase(client, name, 'WITH (FORCE)'))
  return { url: own.href, drop }
}

async function dropAbandoned(client: pg.Client, name: string, url: string): Promise<void> {
  const { rows } = await client.query<{ comment: string | null }>(
    `SELECT shobj_description(oid, 'pg_database') AS comment FROM pg_database WHERE datname = $1`,
    [name],
  )
  if (rows.length === 0) return
  // A process may end between creating and marking its database.
  if (rows[0]!.comment !== MARK && !(await isEmpty(url))) {
    throw new CopyError(`The database ${name} exists and does not come from a restore drill.`)
  }
  try {
    await dropDatabase(client, name)
  } catch (error) {
    throw new CopyError('Another restore drill is running.', { cause: error })
  }
}

const isEmpty = (url: string) =>
  withClient(url, async (client) => {
    const own = `relnamespace NOT IN ('pg_catalog'::regnamespace, 'pg_toast'::regnamespace, 'information_schema'::regnamespace)`
    return (await client.query(`SELECT 1 FROM pg_class WHERE ${own} LIMIT 1`)).rows.length === 0
  })

const dropDatabase = async (client: pg.Client, name: string, how = ''): Promise<void> => {
  await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} ${how}`)
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectToPostgres(url)
  try {
    await client.query('SET statement_timeout = 0')
    return await use(client)
  } finally {
    await client.end()
  }
}
