import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Linux and macOS give the ports above these to connections and to whoever asks for any port. */
const LOWEST = 20_000
const HIGHEST = 32_000

/**
 * A port of 127.0.0.1 that nothing listens on. The system hands it to nobody else before a server
 * that is started later listens there.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(LOWEST, HIGHEST)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort()
    throw error
  }
  server.close()
  await once(server, 'close')
  return port
}
