/**
 * The load generator, a child process that keeps a number of connections busy. It is an ordinary
 * HTTP client, like the proxy in front of a server.
 */
import { Agent, get } from 'node:http'

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

/** Runs a job. Rejects when a response is not a 200, or a connection breaks. */
async function run({ port, paths, who, connections, atLeastMs, atMostMs }: Job): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const headers = { ...who, Host: 'readr.example', 'Accept-Encoding': 'gzip, deflate, br, zstd' }
  const ask = (path: string) =>
    new Promise<number>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
        if (response.statusCode !== 200)
          return reject(new Error(`Unexpected response to ${path}: ${response.statusCode}`))
        let length = 0
        response.on('data', (chunk: Buffer) => (length += chunk.length))
        response.once('error', reject)
        response.once('end', () => resolve(length))
      }).once('error', reject)
    })
  const latencies: number[] = []
  let asked = 0
  let bytes = 0
  const started = performance.now()
  const isOver = () => {
    const ms = performance.now() - started
    return ms > atMostMs || (ms > atLeastMs && asked % paths.length === 0)
  }
  const keepAsking = async () => {
    while (!isOver()) {
      const number = asked++
      const sentAt = performance.now()
      const length = await ask(paths[number % paths.length]!)
      // Read after the wait, because other connections add to it too.
      bytes += length
      latencies[number] = performance.now() - sentAt
    }
  }
  await Promise.all(Array.from({ length: connections }, keepAsking))
  const ms = performance.now() - started
  agent.destroy()
  return { requests: asked, ms, latencies, bytes }
}

process.on('message', (job) => {
  run(job as Job).then(
    (outcome) => process.send?.({ outcome }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
