import { hearsChanges, onChange } from '../../platform/jobs/process-bus.server.ts'
import { asSharedWork } from '../../platform/database-work.server.ts'
import { endOfUtcDay, utcDay } from '../../platform/utc-clock.server.ts'
import { hiddenIds, readCatalogueState } from '../store/catalogue-state.server.ts'

/** How long a snapshot stays fresh while the process bus does not announce changes. */
const MAX_SNAPSHOT_AGE_MS = 500
/** After this wait for the database, cached answers are served as they are. */
const REFRESH_WAIT_MS = 250

interface Snapshot {
  /** Differs after every change, and after a scheduled book is published. */
  state: string
  /** Another book is open to everyone each day. */
  day: string
  version: number
  hidden: ReadonlySet<number>
  /** When the day ends or the next scheduled book is published, in milliseconds since 1970. */
  expiresAt: number
}

let snapshot: Snapshot | undefined
/** When the snapshot was last confirmed; undefined after a change. */
let checkedAt: number | undefined
let changes = 0
let lastRefreshAt = -Infinity
let isDatabaseSlow = false

function freshSnapshot(): Snapshot | undefined {
  const isFresh =
    checkedAt !== undefined &&
    (hearsChanges() || performance.now() - checkedAt <= MAX_SNAPSHOT_AGE_MS)
  return snapshot && isFresh && Date.now() < snapshot.expiresAt ? snapshot : undefined
}

/** A page asks a dozen times: what is known costs no more than a promise. */
function fromSnapshot<T>(pick: (snapshot: Snapshot) => T): Promise<T> {
  const fresh = freshSnapshot()
  return fresh ? Promise.resolve(pick(fresh)) : readSnapshot().then(pick)
}

async function readSnapshot(): Promise<Snapshot> {
  const startedAt = performance.now()
  const [now, before, changesBefore] = [new Date(), snapshot, changes]
  const { version, latest, next } = await readCatalogueState(now)
  const state = `${version} ${latest?.getTime()}`
  const day = utcDay(now.getTime())
  const isSame = (other: Snapshot | undefined) => other?.state === state && other.day === day
  // The hidden ids are read after the state, so they are never older than it.
  const content = isSame(before)
    ? before!
    : { version: (before?.version ?? 0) + 1, hidden: await hiddenIds(now) }
  const expiresAt = Math.min(next?.getTime() ?? Infinity, endOfUtcDay(now.getTime()))
  const read = { ...content, state, day, expiresAt }
  // Another call was faster: use its snapshot if it is the same, otherwise read again.
  if (snapshot !== before) return isSame(snapshot) ? snapshot! : (freshSnapshot() ?? readSnapshot())
  snapshot = read
  if (changesBefore === changes) checkedAt = startedAt
  return read
}

/**
 * The version of the catalogue as this process counts it, at most half a second old. It increases
 * with every change, when a scheduled book is published, and each day. What is rendered from the catalogue
 * alone stays valid while the version stays the same.
 */
export const catalogueVersion = (): Promise<number> => fromSnapshot(({ version }) => version)

/** Like the version, but the same in every process, after a restart, and from day to day. */
export const catalogueState = (): Promise<string> => fromSnapshot(({ state }) => state)

/**
 * The version for answers from memory: when the database is slow or down, the last known one.
 * @returns null when none is known yet
 */
export async function lastCatalogueVersion(): Promise<number | null> {
  const fresh = freshSnapshot()
  if (fresh) return fresh.version
  if (!isDatabaseSlow || performance.now() - lastRefreshAt > MAX_SNAPSHOT_AGE_MS) {
    const refreshed = refresh()
    if (!isDatabaseSlow) await waitBriefly(refreshed)
  }
  return snapshot?.version ?? null
}

async function refresh(): Promise<void> {
  lastRefreshAt = performance.now()
  try {
    await asSharedWork(readSnapshot)
    isDatabaseSlow = false
  } catch {
    isDatabaseSlow = true
  }
}

async function waitBriefly(refreshed: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      isDatabaseSlow = true
      resolve()
    }, REFRESH_WAIT_MS)
  })
  await Promise.race([refreshed, timeout])
  clearTimeout(timer)
}

/**
 * The books that only administrators see: withdrawn ones, and those scheduled for later. This is the
 * one place that decides it; every list, search, and count leaves these books out.
 */
export const hiddenBooks = (): Promise<ReadonlySet<number>> => fromSnapshot(({ hidden }) => hidden)

/** Makes the next read ask the database. Call it after each change. */
export function forgetCatalogueVersion(): void {
  checkedAt = undefined
  changes++
}

onChange('catalogue', forgetCatalogueVersion)
