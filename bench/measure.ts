/** Measures two servers in turn and compares them. */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Job, Outcome } from './load-generator.ts'
import type { Server } from './servers.ts'

export interface Effort {
  /** Each round loads the bare server and then the product. */
  rounds: number
  /** Length of one load, which then finishes its turn through the paths … */
  roundMs: number
  /** … or stops at this time. */
  roundMaxMs: number
}

/** The results of one server over all rounds. */
export interface Figures {
  requests: number
  /** Responses per second, the median of the rounds. */
  rate: number
  p50: number
  p99: number
  max: number
  /** The server's processor time per request in ms, the median of the rounds: all threads … */
  cpuMs: number
  /** … and the main thread. */
  mainMs: number
  bytesPerAnswer: number
}

export interface Comparison {
  bare: Figures
  product: Figures
  /** The product's rate divided by the bare server's, the median of the rounds. */
  ratio: number
}

/** The process of the load generator. */
export class Load {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, 'load-generator.ts'))

  run(job: Job): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#child.once('message', (message) => {
        const { outcome, error } = message as { outcome?: Outcome; error?: string }
        if (outcome) resolve(outcome)
        else reject(new Error(error))
      })
      this.#child.send(job)
    })
  }

  stop(): void {
    this.#child.disconnect()
  }
}

interface Round extends Outcome {
  cpuMs: number
  mainMs: number
}

export interface Contest {
  bare: Server
  product: Server
}

export type Requests = Pick<Job, 'paths' | 'who'>

/** Compares the product with the bare server. */
export async function compare(
  load: Load,
  { bare, product }: Contest,
  { paths, who }: Requests,
  connections: number,
  { rounds, roundMs, roundMaxMs }: Effort,
): Promise<Comparison> {
  const round = async (server: Server): Promise<Round> => {
    const { port } = server
    const before = await server.usage()
    const outcome = await load.run({
      port,
      paths,
      who,
      connections,
      atLeastMs: roundMs,
      atMostMs: roundMaxMs,
    })
    const after = await server.usage()
    return {
      ...outcome,
      cpuMs: after.cpuMs - before.cpuMs,
      mainMs: after.mainMs - before.mainMs,
    }
  }
  const ofBare: Round[] = []
  const ofProduct: Round[] = []
  for (let i = 0; i < rounds; i++) {
    ofBare.push(await round(bare))
    ofProduct.push(await round(product))
  }
  return {
    bare: figuresOf(ofBare),
    product: figuresOf(ofProduct),
    ratio: median(ofBare.map((other, i) => rateOf(ofProduct[i]!) / rateOf(other))),
  }
}

/** V8 needs this time to compile what a request runs. */
const WARM_UP_MS = 1500

/** Requests each path at least once, to fill caches. */
export async function warmUp(load: Load, server: Server, requests: Requests): Promise<void> {
  await load.run({
    port: server.port,
    ...requests,
    connections: 4,
    atLeastMs: WARM_UP_MS,
    atMostMs: 5000,
  })
}

const rateOf = ({ requests, ms }: Outcome) => (requests / ms) * 1000

function figuresOf(rounds: Round[]): Figures {
  const requests = rounds.reduce((sum, round) => sum + round.requests, 0)
  return {
    requests,
    rate: median(rounds.map(rateOf)),
    ...latencyFigures(rounds.flatMap(({ latencies }) => latencies)),
    cpuMs: median(rounds.map((round) => round.cpuMs / round.requests)),
    mainMs: median(rounds.map((round) => round.mainMs / round.requests)),
    bytesPerAnswer: rounds.reduce((sum, { bytes }) => sum + bytes, 0) / requests,
  }
}

/** Median, 99th percentile, and maximum. */
export function latencyFigures(latencies: number[]): { p50: number; p99: number; max: number } {
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
