/** A summary's own page; the framework does not run there. */
import './shell.script.ts'
import { enhanceSummary } from '../summary/enhance-summary.ts'

enhanceSummary()
