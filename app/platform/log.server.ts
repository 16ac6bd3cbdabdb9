import { type DestinationStream, pino } from 'pino'
import { env } from './env.server.ts'

/**
 * The parts that are masked in every log line. Errors of mail servers and databases quote addresses,
 * values, and connection strings, and some paths end in a secret. For speed, a line that does not
 * contain `sign` is not searched.
 */
const MASKED: { pattern: RegExp; mask: string; sign?: string }[] = [
  // The secret part of a path, but not its name in a template (:token in app/routes.ts).
  {
    pattern: /(\/+reset(?:-|%2d)password(?:\/|%2f)+)(?!:token(?:["'\s]|$))[^\s"'?#\\/]+/gi,
    mask: '$1***',
  },
  // The password in a URL such as postgresql://user:password@host.
  { sign: '@', pattern: /(\b[a-z][a-z0-9+.-]*:\/\/[^\s"':/@]*:)[^\s"'@]+@/gi, mask: '$1***@' },
  // JSON web tokens.
  { sign: 'eyJ', pattern: /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, mask: '***' },
  { sign: 'earer ', pattern: /\b(bearer\s+)[^\s"'\\]+/gi, mask: '$1***' },
  // Email addresses.
  { sign: '@', pattern: /[^\s"'<>()[\]:;,\\/@]+@[\w-]+(?:\.[\w-]+)+/g, mask: '***' },
  // Network addresses.
  {
    pattern: /\b(?!127\.0\.0\.1\b|0\.0\.0\.0\b)\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/g,
    mask: '***',
  },
]

/** Masks secrets and personal data in a line. */
export function masked(line: string): string {
  return MASKED.reduce(
    (text, { sign, pattern, mask }) =>
      sign === undefined || text.includes(sign) ? text.replace(pattern, mask) : text,
    line,
  )
}

/** A logger that writes masked JSON lines. */
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

/** Logs one JSON line per event to standard output, without personal data and secrets. */
export const log = logTo()
