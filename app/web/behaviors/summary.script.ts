/** Reading on a summary's own page, where no framework runs. */
import { followSummaries, openBeside } from './follow-summary.ts'

openBeside()
followSummaries()
