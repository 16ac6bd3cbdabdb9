/** Reading on a summary's own page, where no framework runs. */
import { followSummaries } from './follow-summary.ts'

followSummaries()
