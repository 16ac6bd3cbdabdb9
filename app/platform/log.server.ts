import { type DestinationStream, pino } from 'pino'
import { env } from './env.server.ts'

/**
 * What no line of the log may hold, wherever it comes from: what mail servers and databases say of
 * a failure quotes addresses, values and connection strings, and some paths end in a secret. A line
 * without the sign is not searched: nearly every line is an ordinary request.
 */
const NOT_FOR_THE_LOG: { pattern: RegExp; mask: string; sign?: string }[] = [
  // The secret segment of a path (a parameter called :token in app/routes.ts).
  { pattern: /(\/+reset(?:-|%2d)password(?:\/|%2f)+)[^\s"'?#\\/]+/gi, mask: '$1***' },
  // The password in an address such as postgresql://user:password@host.
  { sign: '@', pattern: /(\b[a-z][a-z0-9+.-]*:\/\/[^\s"':/@]*:)[^\s"'@]+@/gi, mask: '$1***@' },
  // JSON web tokens.
  { sign: 'eyJ', pattern: /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, mask: '***' },
  { sign: 'earer ', pattern: /\b(bearer\s+)[^\s"'\\]+/gi, mask: '$1***' },
  // Mail addresses.
  { sign: '@', pattern: /[^\s"'<>()[\]:;,\\/@]+@[\w-]+(?:\.[\w-]+)+/g, mask: '***' },
  // Network addresses.
  {
    pattern: /\b(?!127\.0\.0\.1\b|0\.0\.0\.0\b)\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/g,
    mask: '***',
  },
]

/** A line without what is nobody's business. */
export function masked(line: string): string {
  return NOT_FOR_THE_LOG.reduce(
    (text, { sign, pattern, mask }) =>
      sign === undefined || text.includes(sign) ? text.replace(pattern, mask) : text,
    line,
  )
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
