import { type DestinationStream, pino } from 'pino'
import { env } from './env.server.ts'

/**
 * What no line of the log may hold, wherever it comes from: what mail servers and databases say of
 * a failure quotes addresses, values and connection strings, and some paths end in a secret.
 */
const NOT_FOR_THE_LOG: [RegExp, string][] = [
  // The secret segment of a path (a parameter called :token in app/routes.ts).
  [/(\/+reset(?:-|%2d)password(?:\/|%2f)+)[^\s"'?#\\/]+/gi, '$1***'],
  // The password in an address such as postgresql://user:password@host.
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s"':/@]*:)[^\s"'@]+@/gi, '$1***@'],
  // JSON web tokens.
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '***'],
  [/\b(bearer\s+)[^\s"'\\]+/gi, '$1***'],
  // Mail addresses.
  [/[^\s"'<>()[\]:;,\\/@]+@[\w-]+(?:\.[\w-]+)+/g, '***'],
  // Network addresses.
  [/\b(?!127\.0\.0\.1\b|0\.0\.0\.0\b)(?:\d{1,3}\.){3}\d{1,3}\b/g, '***'],
]

/** A line without what is nobody's business. */
export function masked(line: string): string {
  return NOT_FOR_THE_LOG.reduce((text, [pattern, mask]) => text.replace(pattern, mask), line)
}

/** A logger of JSON lines, each masked. */
export function logTo(destination?: DestinationStream) {
  return pino(
    {
      level: env().logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: masked },
    },
    destination,
  )
}

/** One JSON line an event on standard output; no personal data, no secrets. */
export const log = logTo()
