import { spawn } from 'node:child_process'
import { Semaphore } from 'async-mutex'
import { foreignVariables } from '../env.server.ts'
import { DomainError } from '../errors.ts'
import type { ProcessMessage, ProcessQuestion } from './answer-parent.server.ts'

export interface ProcessLimits {
  /** Seconds of a processor's time. */
  cpuSeconds: number
  /** MiB for what it makes of its input. */
  heapMb: number
}

export class ProcessLimitError extends Error {}

/** Each has the memory of its limit, so further ones wait. */
const running = new Semaphore(2)
/**
 * How long a process may take by the clock, as a multiple of its processor time. It ends what waits and
 * uses no processor; a busy machine must not refuse good files.
 */
const CLOCK_FACTOR = 10

/**
 * Has another process do work that may never end, such as reading somebody else's file. It is started
 * for this work and ended afterward. The system ends it at its limits; this process is not affected.
 * @param program a file that calls answerParent()
 * @param onPart takes the parts that the task sends before its answer
 * @throws DomainError that the task throws; ProcessLimitError; Error that says what else went wrong
 */
export function askProcess(
  program: string,
  question: ProcessQuestion,
  limits: ProcessLimits,
  onPart: (part: unknown) => void = () => {},
): Promise<unknown> {
  return running.runExclusive(
    () =>
      new Promise((resolve, reject) => {
        const { cpuSeconds, heapMb } = limits
        const child = spawn(
          '/bin/sh',
          [
            '-c',
            // A shell, because Node cannot set limits. No core file: it would contain the input.
            'ulimit -c 0 && ulimit -t "$0" && exec "$@"',
            `${cpuSeconds}`,
            process.execPath,
            `--max-old-space-size=${heapMb}`,
            program,
          ],
          {
            env: foreignVariables(),
            stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
            // Keeps bytes and dates.
            serialization: 'advanced',
            signal: AbortSignal.timeout(cpuSeconds * 1000 * CLOCK_FACTOR),
            killSignal: 'SIGKILL',
          },
        )
        child.on('message', (message: ProcessMessage) => {
          if ('part' in message) return onPart(message.part)
          if ('answer' in message) resolve(message.answer)
          else if ('refusal' in message) {
            const { code, text, fields } = message.refusal
            reject(new DomainError(code, text, fields))
          } else reject(new Error(message.failure))
        })
        child.once('error', (error) =>
          reject(error.name === 'AbortError' ? new ProcessLimitError() : error),
        )
        // After an answer, this changes nothing.
        child.once('close', () => reject(new ProcessLimitError()))
        child.send(question, () => {})
      }),
  )
}
