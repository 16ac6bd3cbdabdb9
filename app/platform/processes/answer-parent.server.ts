import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { DomainError, type ErrorCode } from '../errors.ts'

export interface ProcessQuestion {
  task: string
  input: unknown
}

/** What it receives: parts, then one of the others. */
export type ProcessMessage =
  | { part: unknown }
  | { answer: unknown }
  | { refusal: { code: ErrorCode; text: string; fields: DomainError['fields'] } }
  | { failure: string }

type Task = (input: never, sendPart: (part: unknown) => void) => unknown

export function answerParent(tasks: Record<string, Task>): void {
  yieldToParent()
  process.once('disconnect', () => process.exit())
  // All of it must have left before the connection is closed.
  const end = (message: ProcessMessage) => process.send!(message, () => process.disconnect!())
  const sendPart = (part: unknown) => void process.send!({ part } satisfies ProcessMessage)
  process.once('message', async ({ task, input }: ProcessQuestion) => {
    try {
      end({ answer: await tasks[task]!(input as never, sendPart) })
    } catch (error) {
      end(messageOf(error))
    }
  })
}

function messageOf(error: unknown): ProcessMessage {
  if (!(error instanceof DomainError)) {
    return { failure: error instanceof Error ? String(error.stack) : String(error) }
  }
  const { code, message: text, fields } = error
  return { refusal: { code, text, fields } }
}

function yieldToParent(): void {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Only Linux has it.
  }
}
