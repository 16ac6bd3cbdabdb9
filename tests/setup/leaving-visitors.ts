/**
 * Visitors who ask for a page that is just being made for another one, and leave before it is. A
 * process of its own: what keeps tests off the network knows no requests sent one after another.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** More than the product serves at once, with its reserve. */
const VISITORS = 140
/** Asked for on one connection, they take longer than the visitors stay. */
const SIGN_INS = 20

const port = Number(process.argv[2])

async function connection(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket.on('error', () => {}).resume()
}

const host = `Host: 127.0.0.1:${port}`
const page = `GET /summaries/is-not-there HTTP/1.1\r\n${host}\r\n\r\n`
const body = JSON.stringify({ email: 'nobody@example.com', password: 'a wrong password' })
const signIn = `POST /api/auth/login HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

const sockets = await Promise.all(Array.from({ length: VISITORS }, connection))
const maker = await connection()
// The answer of its page has to wait for those of the sign-ins, and the visitors with it.
maker.write(signIn.repeat(SIGN_INS) + page)
await sleep(20)
for (const socket of sockets) socket.write(page)
await sleep(50)
for (const socket of sockets) socket.resetAndDestroy()
await sleep(100)
maker.destroy()
