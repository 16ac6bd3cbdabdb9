/**
 * The listener on METRICS_PORT. It runs in a separate thread, so that it answers in time while the main
 * thread is busy: with the main thread's answer, or with the last one if that takes too long.
 */
import { createServer } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import {
  type Operation,
  type OperationAnswer,
  operationOf,
  OPERATIONS,
  sendOperation,
} from './operations-addresses.ts'

export interface OperationsListener {
  port: number
  host: string
  /** Lets a new process listen while the one it replaces still does. */
  reusePort: boolean
  /** Once the main thread has not answered for this long, the checks fail. */
  unresponsiveAfterMs: number
}

interface OperationQuestion {
  id: number
  operation: Operation
}

export interface OperationReply {
  id: number
  answer: OperationAnswer
}

/** From the thread: a question, or that it listens. */
export type OperationsMessage = OperationQuestion | 'listening'

/**
 * /healthz is answered within 50 ms and the others within 200 ms, however busy the main thread is; these
 * leave time for the rest.
 */
const ANSWER_TIMEOUT_MS: Record<Operation, number> = { healthz: 15, readyz: 100, metrics: 100 }
const HEARTBEAT_EVERY_MS = 1000

const { port, host, reusePort, unresponsiveAfterMs } = workerData as OperationsListener
const main = parentPort!
const lastAnswers = new Map<Operation, OperationAnswer>()
const waiting = new Map<
  number,
  { operation: Operation; resolve: (answer: OperationAnswer) => void }
>()
let lastId = 0
let lastHeardAt = performance.now()

main.on('message', ({ id, answer }: OperationReply) => {
  const { operation, resolve } = waiting.get(id)!
  waiting.delete(id)
  lastHeardAt = performance.now()
  lastAnswers.set(operation, answer)
  resolve(answer)
})

function ask(operation: Operation): Promise<OperationAnswer> {
  return new Promise((resolve) => {
    const id = ++lastId
    waiting.set(id, { operation, resolve })
    main.postMessage({ id, operation } satisfies OperationsMessage)
  })
}

/** One question of a kind at a time, however many clients ask while the main thread is busy. */
const asking = new Map<Operation, Promise<OperationAnswer>>()

function askOnce(operation: Operation): Promise<OperationAnswer> {
  let answer = asking.get(operation)
  if (!answer) {
    answer = ask(operation).finally(() => asking.delete(operation))
    asking.set(operation, answer)
  }
  return answer
}

async function answerInTime(operation: Operation): Promise<OperationAnswer> {
  const timeout = Promise.withResolvers<null>()
  const timer = setTimeout(timeout.resolve, ANSWER_TIMEOUT_MS[operation], null)
  const answer = await Promise.race([askOnce(operation), timeout.promise])
  clearTimeout(timer)
  if (answer) return answer
  const silentMs = performance.now() - lastHeardAt
  if (silentMs > unresponsiveAfterMs) {
    return { status: 503, text: `unresponsive for ${Math.round(silentMs / 1000)} s\n` }
  }
  return lastAnswers.get(operation) ?? { status: 503, text: 'busy\n' }
}

const server = createServer(
  { requestTimeout: 10_000, headersTimeout: 10_000 },
  async (request, response) => {
    const operation = operationOf(request.url ?? '')
    sendOperation(request, response, operation && (await answerInTime(operation)))
  },
)
server.maxConnections = 256
server.listen({ port, host, reusePort }, async () => {
  // All have an answer before anyone asks.
  await Promise.all(OPERATIONS.map(askOnce))
  main.postMessage('listening' satisfies OperationsMessage)
})
setInterval(() => void askOnce('healthz'), HEARTBEAT_EVERY_MS)
