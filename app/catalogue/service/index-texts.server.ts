import { defineJob } from '../../platform/jobs/define-job.server.ts'
import { indexSomeTexts } from '../store/index-texts.server.ts'

const EVERY_MS = 3_600_000

let checkedTo = 0

/** @returns whether there is more to do */
async function indexSome(): Promise<boolean> {
  const next = await indexSomeTexts(checkedTo)
  checkedTo = next ?? 0
  return next !== null
}

/** Makes the texts searchable that were stored before texts were searched. */
export const indexTexts = defineJob({ name: 'search-index', every: EVERY_MS, run: indexSome })
