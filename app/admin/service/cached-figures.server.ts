import { inBackground } from '../../platform/database-work.server.ts'
import { logFailure } from '../../platform/unavailable.server.ts'
import { withTimeout } from '../../platform/with-timeout.ts'
import { computeFigures, type Figures } from './compute-figures.server.ts'

/** A page waits this long for figures. If counting them takes longer, it shows the latest ones. */
const WAIT_MS = 1000
/** Those are counted again only after this time. */
const KEEP_MS = 60_000

let latest: { figures: Figures; tookMs: number; at: number } | undefined
let counting: Promise<Figures> | undefined

/**
 * The figures as they are now, or with many readers, as they were when they were last counted in this
 * process. Counting continues after the page, so the next one shows newer figures.
 * @returns null when they are being counted for the first time
 */
export async function latestFigures(): Promise<Figures | null> {
  if (latest && latest.tookMs > WAIT_MS) {
    if (performance.now() - latest.at > KEEP_MS) {
      counting ??= inBackground(countAgain)
      counting.catch((error: unknown) => logFailure(error, 'the figures could not be counted'))
    }
    return latest.figures
  }
  const isLate = new Error()
  return withTimeout((counting ??= inBackground(countAgain)), WAIT_MS, isLate).catch(
    (error: unknown) => {
      if (error !== isLate) throw error
      return latest?.figures ?? null
    },
  )
}

async function countAgain(): Promise<Figures> {
  const startedAt = performance.now()
  try {
    const figures = await computeFigures()
    const at = performance.now()
    latest = { figures, tookMs: at - startedAt, at }
    return figures
  } finally {
    counting = undefined
  }
}
