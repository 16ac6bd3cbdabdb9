import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { env } from '../platform/env.server.ts'
import { log } from '../platform/log.server.ts'
import { operationAnswer } from './answer-operations.server.ts'
import type { OperationReply, OperationsListener, OperationsMessage } from './operations-thread.ts'

/** Far longer than any page, import step, or garbage collection occupies the main thread. */
const UNRESPONSIVE_AFTER_MS = 30_000

let thread: Worker | undefined

/**
 * Answers operators on METRICS_PORT, if it is set, from a separate thread.
 * @returns once it listens
 * @throws if it cannot listen on the port
 */
export function startOperationsListener(): Promise<void> {
  const { metricsPort, host, processes } = env()
  if (metricsPort === 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const listener: OperationsListener = {
      port: metricsPort,
      host,
      reusePort: processes > 0,
      unresponsiveAfterMs: UNRESPONSIVE_AFTER_MS,
    }
    thread = new Worker(join(import.meta.dirname, 'operations.js'), {
      workerData: listener,
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
    })
    thread.unref()
    thread.on('error', (error) => {
      log.error({ err: error }, 'the listener on METRICS_PORT stopped')
      reject(error)
    })
    thread.on('message', (message: OperationsMessage) => {
      if (message === 'listening') return resolve()
      const { id, operation } = message
      void operationAnswer(operation).then((answer) =>
        thread?.postMessage({ id, answer } satisfies OperationReply),
      )
    })
  })
}

/** Leaves METRICS_PORT to the process that replaces this one. */
export function stopOperationsListener(): void {
  void thread?.terminate()
}
