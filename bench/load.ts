/**
 * The load generator, a child process that keeps a number of connections busy. It uses plain sockets
 * and reads only the status and length of a response, because node:http as a client takes as long as
 * the bare server.
 */
import { connect, type Socket } from 'node:net'

export interface Job {
  port: number
  /** Requested in turn, repeatedly. */
  paths: string[]
  /** Headers that identify the asker. */
  who: Record<string, string>
  connections: number
  /** The load ends with the first full turn after this time … */
  atLeastMs: number
  /** … or after this time at the latest. */
  atMostMs: number
}

export interface Outcome {
  requests: number
  ms: number
  /** Response times in ms, in request order. */
  latencies: number[]
  bytes: number
}

/** Runs a job. Rejects when a response is not a 200 of known length, or a connection breaks. */
async function run({ port, paths, who, connections, atLeastMs, atMostMs }: Job): Promise<Outcome> {
  const named = Object.entries(who).map(([name, value]) => `${name}: ${value}\r\n`)
  const requests = paths.map((path) =>
    Buffer.from(
      `GET ${path} HTTP/1.1\r\nHost: readr.example\r\nAccept-Encoding: gzip, deflate, br\r\n${named.join('')}\r\n`,
    ),
  )
  const latencies: number[] = []
  let asked = 0
  let bytes = 0
  const started = performance.now()
  const isOver = () => {
    const ms = performance.now() - started
    return ms > atMostMs || (ms > atLeastMs && asked % requests.length === 0)
  }
  let over = false

  const keepBusy = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let head = ''
      /** Remaining bytes of the body; -1 while the head is being read. */
      let missing = -1
      let number = 0
      let sentAt = 0
      const ask = () => {
        over ||= isOver()
        if (over) {
          socket.destroy()
          return resolve()
        }
        number = asked++
        missing = -1
        sentAt = performance.now()
        socket.write(requests[number % requests.length]!)
      }
      socket.on('data', (chunk) => {
        bytes += chunk.length
        let rest = chunk.length
        if (missing < 0) {
          const before = head.length
          head += chunk.toString('latin1')
          const end = head.indexOf('\r\n\r\n')
          if (end < 0) return
          const length = /^HTTP\/1\.1 200 [\s\S]*?\r\ncontent-length: (\d+)/i.exec(
            head.slice(0, end),
          )
          if (!length) {
            socket.destroy()
            const path = paths[number % paths.length]
            return reject(new Error(`Unexpected response to ${path}: ${head.slice(0, end)}`))
          }
          missing = Number(length[1])
          rest -= end + 4 - before
          head = ''
        }
        missing -= rest
        if (missing > 0) return
        latencies[number] = performance.now() - sentAt
        ask()
      })
      socket.once('error', reject)
      socket.once('end', () => reject(new Error('A server closed a connection.')))
      ask()
    })

  await Promise.all(
    Array.from({ length: connections }, () =>
      keepBusy(connect({ port, host: '127.0.0.1', noDelay: true })),
    ),
  )
  return { requests: asked, ms: performance.now() - started, latencies, bytes }
}

process.on('message', (job) => {
  run(job as Job).then(
    (outcome) => process.send?.({ outcome }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
