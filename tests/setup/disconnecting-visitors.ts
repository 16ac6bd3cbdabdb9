/**
 * Visitors who request a page that is being rendered for another visitor, and disconnect before it
 * is ready. It is a separate process because the network guard of tests does not support
 * pipelined requests.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** More than the product serves at a time, including its reserve. */
const VISITORS = 140
/** On one connection, these take longer than the visitors wait. */
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
const first = await connection()
// Its page has to wait for the sign-ins, and so do the visitors.
first.write(signIn.repeat(SIGN_INS) + page)
await sleep(20)
for (const socket of sockets) socket.write(page)
await sleep(50)
for (const socket of sockets) socket.resetAndDestroy()
await sleep(100)
first.destroy()
