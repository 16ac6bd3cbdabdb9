import { AsyncLocalStorage } from 'node:async_hooks'

/** A piece of work, as far as it decides what its statements may take of the database. */
export interface Work {
  /** Its connections are counted together with those of the same holder; null: not counted. */
  holder: string | null
  /** Imports, timers, mail, and commands may take longer than requests. */
  isBackground: boolean
  /** The request was answered without it: it begins nothing new in the database. */
  isOver: boolean
}

/** A request's work, with a clock that can be stopped. */
interface RequestWork extends Work {
  /** How many waits the deadline does not count are going on. */
  waits: number
  waitingSince: number
  waitedMs: number
}

const current = new AsyncLocalStorage<Work>()

/** What runs outside of requests. Its share of the pool leaves the rest to readers. */
const BACKGROUND: Work = { holder: 'background', isBackground: true, isOver: false }

/** The work that the running code is part of. */
export function currentWork(): Work {
  return current.getStore() ?? BACKGROUND
}

/** Runs something under the limits of background work, also where a request has started it. */
export function inBackground<T>(run: () => T): T {
  return current.run(BACKGROUND, run)
}

/** Runs an import or the like within a request: it may take as long as background work. */
export function asLongWork<T>(run: () => Promise<T>): Promise<T> {
  return withoutDeadline(() => inBackground(run))
}

/** Runs something whose result many requests share, so that none of them ends it. */
export function forEveryRequest<T>(run: () => T): T {
  return current.run({ holder: null, isBackground: false, isOver: false }, run)
}

/** From here on the connections of this request count as this holder's. */
export function countConnectionsOf(holder: string): void {
  const work = current.getStore()
  if (work && !work.isBackground) work.holder = holder
}

/**
 * Runs a request's work. When it takes longer than its deadline, the answer is that of `late`, and
 * the work gets no further statement.
 * @param late makes the answer instead
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
    const look = () => {
      const leftMs = deadlineMs + work.waitedMs - (performance.now() - startedAt)
      if (leftMs > 0 || work.waits > 0) {
        timer = setTimeout(look, Math.max(leftMs, 100))
        return
      }
      work.isOver = true
      resolve(late())
    }
    timer = setTimeout(look, deadlineMs)
  })
  try {
    return await Promise.race([current.run(work, run), tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits for somebody else, such as a payment provider or a slow upload, with the deadline stopped. */
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
