/**
 * A child process that overloads a server: each of many connections sends GET requests as soon as
 * it has the previous responses. It uses plain sockets and reopens closed connections.
 */
import { connect, type Socket } from 'node:net'

export interface CrowdJob {
  port: number
  /** Requested in turn; each `*` becomes a new number. */
  paths: string[]
  /** Headers that identify the asker. */
  who: Record<string, string>
  connections: number
  /** Requests that a connection sends together; default: 1. */
  pipelined?: number
  /** The crowd reads no response, and sends more all the time. */
  isDeaf?: boolean
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
const DEAF_REPEATS_AFTER_MS = 100
/** Of what a deaf connection has not sent, in bytes. */
const MAX_UNSENT = 1_000_000

function runCrowd(job: CrowdJob): Promise<CrowdOutcome> {
  const { port, paths, who, connections, ms, pipelined = 1, isDeaf = false } = job
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
    /** Responses that are missing. */
    let awaited = 0
    let sentAt = 0
    const ask = () => {
      awaited += pipelined
      sentAt = performance.now()
      const next = () => paths[asked % paths.length]!.replace('*', String(asked++))
      socket.write(Array.from({ length: pipelined }, () => `GET ${next()}${rest}`).join(''))
    }
    socket.once('connect', ask)
    socket.on('data', (chunk) => {
      for (let at = 0; at < chunk.length;) {
        if (missing < 0) {
          head += chunk.toString('latin1', at)
          const end = head.indexOf('\r\n\r\n')
          if (end < 0) return
          status = Number(head.slice(9, 12))
          missing = Number(/\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))?.[1] ?? 0)
          at = chunk.length - (head.length - end - 4)
          head = ''
        }
        const bytes = Math.min(missing, chunk.length - at)
        missing -= bytes
        at += bytes
        if (missing > 0) return
        missing = -1
        outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1
        ;(status === 503 ? outcome.refused : outcome.served).push(performance.now() - sentAt)
        if (--awaited === 0 && !over) ask()
      }
    })
    if (isDeaf) {
      socket.pause()
      const repeating = setInterval(() => {
        // Writing also shows that the connection was closed.
        if (socket.writableLength < MAX_UNSENT) ask()
      }, DEAF_REPEATS_AFTER_MS)
      socket.once('close', () => clearInterval(repeating))
    }
    socket.setTimeout(RESPONSE_TIMEOUT_MS, () => socket.destroy())
    socket.on('error', () => {})
    socket.once('close', () => {
      open.delete(socket)
      if (over) return
      if (awaited > 0) outcome.broken++
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
