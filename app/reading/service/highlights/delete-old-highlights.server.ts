import { defineJob } from '../../../platform/jobs/define-job.server.ts'
import { MAX_DELETED_MS } from '../../rules/highlights/highlight.ts'
import { deleteHighlightsDeletedBefore } from '../../store/highlights/highlights.server.ts'

const EVERY_MS = 3_600_000
const BATCH = 1000

/**
 * Deletes the words of highlights that their readers deleted long ago.
 * @returns whether there may be more
 */
export async function deleteSomeOldHighlights(now = new Date()): Promise<boolean> {
  const before = new Date(now.getTime() - MAX_DELETED_MS)
  return (await deleteHighlightsDeletedBefore(before, BATCH)) === BATCH
}

export const deleteOldHighlights = defineJob({
  name: 'deleted-notes',
  every: EVERY_MS,
  run: () => deleteSomeOldHighlights(),
})
