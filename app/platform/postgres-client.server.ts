import pg from 'pg'

const CONNECT_TIMEOUT_MS = 10_000

/** Opens a connection outside of the pool. The caller ends it. */
export async function connectToPostgres(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  // Statements fail when the server closes the connection. Between two statements, the process would
  // crash without this listener.
  client.on('error', () => {})
  await client.connect()
  return client
}
