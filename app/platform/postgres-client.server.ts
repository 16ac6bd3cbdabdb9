import type { Client, ClientConfig } from 'pg'

const CONNECT_TIMEOUT_MS = 10_000

/** A connection outside of the pool, which is not open yet. On SQLite, the driver is never loaded. */
export async function postgresClient(config: ClientConfig): Promise<Client> {
  const { default: pg } = await import('pg')
  return new pg.Client(config)
}

/** Opens a connection outside of the pool. The caller ends it. */
export async function connectToPostgres(url: string): Promise<Client> {
  const client = await postgresClient({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  // Statements fail when the server closes the connection. Between two statements, the process would
  // crash without this listener.
  client.on('error', () => {})
  await client.connect()
  return client
}
