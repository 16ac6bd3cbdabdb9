/**
 * A child process that overloads a server: each of many connections sends a GET request as soon as
 * it has the previous response. It uses plain sockets and reopens closed connections.
 */
import { connect, type Socket } from 'node:net'

export interface CrowdJob {
  port: number
  /** Requested in turn; each `*` becomes a new number. */
  paths: string[]
  /** Headers that identify the asker. */
  who: Record<string, string>
  connections: number
  ms: number
}

export interface CrowdOutcome {
  /** Response times of successful requests, in milliseconds. */
  served: number[]
  /** Response times of 503 responses. */
  refused: number[]
  /** Responses by status. */
  statuses: Record<number, number>
  /** Connections that broke before the response. */
  broken: number
  ms: number
}

/** A connection without a response in this time counts as broken. */
const RESPONSE_TIMEOUT_MS = 60_000
const RECONNECT_AFTER_MS = 20

function runCrowd({ port, paths, who, connections, ms }: CrowdJob): Promise<CrowdOutcome> {
  const named = Object.entries(who).map(([name, value]) => `${name}: ${value}\r\n`)
  const rest = ` HTTP/1.1\r\nHost: readr.example\r\nAccept: text/html\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n${named.join('')}\r\n`
  const outcome: CrowdOutcome = { served: [], refused: [], statuses: {}, broken: 0, ms: 0 }
  const started = performance.now()
  let asked = 0
  let over = false
  const open = new Set<Socket>()

  const join = () => {
    if (over) return
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    open.add(socket)
    let head = ''
    let status = 0
    /** Remaining bytes of the body; -1 while the head is being read. */
    let missing = -1
    let awaits = false
    let sentAt = 0
    const ask = () => {
      missing = -1
      awaits = true
      sentAt = performance.now()
      const path = paths[asked % paths.length]!.replace('*', String(asked))
      asked++
      socket.write(`GET ${path}${rest}`)
    }
    socket.once('connect', ask)
    socket.on('data', (chunk) => {
      let bytes = chunk.length
      if (missing < 0) {
        const before = head.length
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        status = Number(head.slice(9, 12))
        missing = Number(/\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))?.[1] ?? 0)
        bytes -= end + 4 - before
        head = ''
      }
      missing -= bytes
      if (missing > 0) return
      awaits = false
      outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1
      ;(status === 503 ? outcome.refused : outcome.served).push(performance.now() - sentAt)
      if (!over) ask()
    })
    socket.setTimeout(RESPONSE_TIMEOUT_MS, () => socket.destroy())
    socket.on('error', () => {})
    socket.once('close', () => {
      open.delete(socket)
      if (over) return
      if (awaits) outcome.broken++
      setTimeout(join, RECONNECT_AFTER_MS)
    })
  }

  for (let i = 0; i < connections; i++) join()
  return new Promise((resolve) => {
    setTimeout(() => {
      over = true
      outcome.ms = performance.now() - started
      for (const socket of open) socket.destroy()
      resolve(outcome)
    }, ms)
  })
}

process.on('message', (job) => {
  void runCrowd(job as CrowdJob).then((outcome) => process.send?.(outcome))
})
process.on('disconnect', () => process.exit())
