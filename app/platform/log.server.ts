import { pino } from 'pino'
import { env } from './env.server.ts'

/** One JSON line an event on standard output; no personal data, no secrets. */
export const log = pino({
  level: env().logLevel,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
})
