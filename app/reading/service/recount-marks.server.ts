import { DomainError } from '../../platform/errors.ts'
import {
  deleteContributions,
  deleteScores,
  lastReaderOfPage,
  markAllStale,
  pairsOf,
  releaseCounting,
  writeBatch,
} from '../store/scores.server.ts'
import { prepareBatch } from './process-mark-events.server.ts'
import { publishPopularity } from './publish-popularity.server.ts'
import { updateNeighbors } from './update-neighbors.server.ts'

/** Readers counted in one transaction. */
const READERS_PER_BATCH = 200
/** Books whose neighbors are written in one transaction. */
const BOOKS_PER_BATCH = 250

/**
 * Computes all scores again from the marks: after a backup was restored, or when the rules changed.
 * @param onCounted receives how many readers are counted
 * @throws DomainError conflict when another process is counting
 */
export async function recountMarks(
  now = new Date(),
  onCounted: (readers: number) => void = () => {},
): Promise<void> {
  const refuse = () => {
    throw new DomainError('conflict', 'Another process is counting marks. Stop it first.')
  }
  if (!(await deleteScores())) refuse()
  let readers = 0
  for (let after = 0; ;) {
    const last = await lastReaderOfPage(after, READERS_PER_BATCH)
    if (last === null) break
    await deleteContributions(after, last)
    const pairs = await pairsOf(after, last)
    if (pairs.length > 0) {
      const batch = await prepareBatch(pairs, now, { spreadStaleness: false })
      if (!(await writeBatch(batch))) refuse()
    }
    after = last
    onCounted((readers += READERS_PER_BATCH))
  }
  await markAllStale()
  for (let updated: number | null = 1; updated !== 0;) {
    updated = await updateNeighbors(BOOKS_PER_BATCH, 0)
    if (updated === null) refuse()
  }
  await publishPopularity()
  await releaseCounting()
}
