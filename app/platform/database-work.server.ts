import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** A request or background work: it decides how much of the database its statements may use. */
export interface DatabaseWork {
  /** Whose share of the connections it uses; null: nobody's. */
  holder: string | null
  /** Imports, jobs, and commands may take longer than requests. */
  isBackground: boolean
  /** Its request was answered at the deadline, so it may not send more statements. */
  isOver: boolean
}

interface RequestWork extends DatabaseWork {
  waits: number
  waitingSince: number
  waitedMs: number
}

const current = new AsyncLocalStorage<DatabaseWork>()

/** Work outside of requests. Its share of the connections leaves the others to readers. */
const BACKGROUND: DatabaseWork = { holder: 'background', isBackground: true, isOver: false }

/** The work that the current code belongs to. */
export function currentWork(): DatabaseWork {
  return current.getStore() ?? BACKGROUND
}

/** Runs something with the limits of background work, even if a request has started it. */
export function inBackground<T>(run: () => T): T {
  return current.run(BACKGROUND, run)
}

/** Runs long work, such as an import, within a request. It may take as long as background work. */
export function asLongWork<T>(run: () => Promise<T>): Promise<T> {
  return withoutDeadline(() => inBackground(run))
}

/** Runs something whose result many requests share, so that no deadline ends it. */
export function asSharedWork<T>(run: () => T): T {
  return current.run({ holder: null, isBackground: false, isOver: false }, run)
}

/** From now on this request uses the share of this holder. */
export function countConnectionsOf(holder: string): void {
  const work = current.getStore()
  if (work && !work.isBackground) work.holder = holder
}

/**
 * Runs the work of a request. After the deadline, `late` makes the response, and the work may not
 * send more statements.
 */
export async function withinDeadline<T>(
  deadlineMs: number,
  run: () => Promise<T>,
  late: () => T,
): Promise<T> {
  const work: RequestWork = {
    holder: null,
    isBackground: false,
    isOver: false,
    waits: 0,
    waitingSince: 0,
    waitedMs: 0,
  }
  const startedAt = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<T>((resolve) => {
    const check = () => {
      const leftMs = deadlineMs + work.waitedMs - (performance.now() - startedAt)
      if (leftMs > 0 || work.waits > 0) {
        timer = setTimeout(check, Math.max(leftMs, 100))
        return
      }
      work.isOver = true
      resolve(late())
    }
    timer = setTimeout(check, deadlineMs)
  })
  try {
    return await Promise.race([current.run(work, run), tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Between two steps of long work: waits as long as the step took, so that requests get half of the time.
 * @param startedAt the start of the step, by performance.now()
 */
export function pauseAfterStep(startedAt: number): Promise<void> {
  return sleep(performance.now() - startedAt)
}

/** Waits for someone else, such as Stripe or a slow upload, and pauses the deadline until then. */
export async function withoutDeadline<T>(wait: () => Promise<T>): Promise<T> {
  const work = current.getStore() as RequestWork | undefined
  if (work?.waits === undefined) return wait()
  if (work.waits++ === 0) work.waitingSince = performance.now()
  try {
    return await wait()
  } finally {
    if (--work.waits === 0) work.waitedMs += performance.now() - work.waitingSince
  }
}
