import { hearsChanges, onChange } from '../../platform/jobs/process-bus.server.ts'
import { asSharedWork } from '../../platform/work.server.ts'
import { hiddenIds, readCatalogueState } from '../store/catalogue-state.server.ts'

/** How long what was read of the catalogue's state is believed where changes are not heard of. */
const STATE_TRUST_MS = 500
/** What is in memory is served without asking further when the database has not answered by then. */
const LOOK_PATIENCE_MS = 250

interface Seen {
  /** Differs with everything that changes the catalogue, the coming of a book's time too. */
  state: string
  version: number
  hidden: ReadonlySet<number>
  /** The time of the next book, in milliseconds since 1970: then all of this is over. */
  endsAt: number
}

/** The catalogue as this process last saw it. */
let seen: Seen | undefined
let checkedAt: number | undefined
let changes = 0
/** When the last look for pages in memory began, and whether the database kept it waiting. */
let lookedAt = -Infinity
let isLate = false

/** What was seen, as long as it need not be asked for again. */
function freshlySeen(): Seen | undefined {
  const isFresh =
    checkedAt !== undefined && (hearsChanges() || performance.now() - checkedAt <= STATE_TRUST_MS)
  return seen && isFresh && Date.now() < seen.endsAt ? seen : undefined
}

async function catalogue(): Promise<Seen> {
  const known = freshlySeen()
  if (known) return known
  const elapsed = performance.now()
  const [now, before, change] = [new Date(), seen, changes]
  const { version, latest, next } = await readCatalogueState(now)
  const state = `${version} ${latest?.getTime()}`
  // Read after the state: a change in between makes it newer, and is a new state at the next look.
  const fresh =
    before?.state === state
      ? before
      : { version: (before?.version ?? 0) + 1, hidden: await hiddenIds(now) }
  const found = { ...fresh, state, endsAt: next?.getTime() ?? Infinity }
  // A change that was heard of meanwhile may not be in it, and another look may have been quicker.
  if (seen !== before) return (found.state === seen?.state ? seen : undefined) ?? catalogue()
  seen = found
  if (change === changes) checkedAt = elapsed
  return found
}

/**
 * The catalogue's version as this process counts it, at most half a second old. It grows with
 * every change, and when the time of a book comes that was to be published. Whatever is rendered
 * from the catalogue alone holds for as long as it stays the same.
 */
export async function catalogueVersion(): Promise<number> {
  return (await catalogue()).version
}

/**
 * The catalogue's version for answers from memory, which go on while the database is slow or away:
 * then it is the last one that was seen.
 * @returns null when none was seen yet
 */
export async function lastCatalogueVersion(): Promise<number | null> {
  const known = freshlySeen()
  if (known) return known.version
  if (!isLate || performance.now() - lookedAt > STATE_TRUST_MS) {
    const look = lookOnce()
    if (!isLate) await inTime(look)
  }
  return seen?.version ?? null
}

/** Looks, for whoever asks, and notes whether the database keeps them waiting. */
async function lookOnce(): Promise<void> {
  lookedAt = performance.now()
  try {
    await asSharedWork(catalogue)
    isLate = false
  } catch {
    isLate = true
  }
}

async function inTime(look: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      isLate = true
      resolve()
    }, LOOK_PATIENCE_MS)
  })
  await Promise.race([look, patience])
  clearTimeout(timer)
}

/**
 * The books that nobody but administrators sees: withdrawn ones, and those whose time of
 * publication has not come. The one place that decides it; whoever lists, finds or counts books
 * leaves these out.
 */
export async function hiddenBooks(): Promise<ReadonlySet<number>> {
  return (await catalogue()).hidden
}

/** Makes the next look at the catalogue ask the database. Called after each change. */
export function forgetCatalogueVersion(): void {
  checkedAt = undefined
  changes++
}

onChange('catalogue', forgetCatalogueVersion)
