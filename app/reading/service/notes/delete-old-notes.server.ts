import { defineJob } from '../../../platform/jobs/define-job.server.ts'
import { DELETED_MAX_MS } from '../../rules/notes/note.ts'
import { deleteOldNotes } from '../../store/notes.server.ts'

const EVERY_MS = 3_600_000
const BATCH = 1000

/**
 * Deletes the words of highlights that their readers deleted long ago.
 * @returns whether there may be more
 */
export async function forgetNotes(now = new Date()): Promise<boolean> {
  const before = new Date(now.getTime() - DELETED_MAX_MS)
  return (await deleteOldNotes(before, BATCH)) === BATCH
}

export const forgetDeletedNotes = defineJob({
  name: 'deleted-notes',
  every: EVERY_MS,
  run: () => forgetNotes(),
})
