// The level is read below, and in the bundle, modules that several entries share are loaded first.
import './require-env.server.ts'
import { type DestinationStream, pino } from 'pino'
import { env } from './env.server.ts'
import { currentTraceId } from './tracing.server.ts'

/** The paths in app/routes.ts whose last part is a secret. */
const SECRET_PATHS = [
  'reset-password',
  'undo-email-change',
  'review/stop',
  'digest/stop',
  'request/stop',
  'podcast',
  'shared',
]

const SLASH = String.raw`(?:\/|%2f)`
const SLASHES = `${SLASH}+`

/** A pattern for a path as routers accept it, percent-encoded or not. */
const anySpelling = (path: string) =>
  SLASH + path.replaceAll('-', '(?:-|%2d)').replaceAll('/', SLASHES)

/**
 * The parts that are masked in every log line. Errors of mail servers and databases quote addresses,
 * values, and connection strings, and some paths end in a secret. For speed, a line that does not
 * contain `sign` is not searched.
 */
const MASKED: { pattern: RegExp; mask: string; sign?: string }[] = [
  // The secret part of a path, but not its name in a template (:token in app/routes.ts), nor the names of the
  // pages that confirm a request.
  {
    pattern: new RegExp(
      String.raw`((?:${SECRET_PATHS.map(anySpelling).join('|')})${SLASHES})(?!(?::token|sent|done)(?:[./"'?\s]|$))[^\s"'?#\\/]+`,
      'gi',
    ),
    mask: '$1***',
  },
  // The password in a URL such as postgresql://user:password@host.
  {
    sign: '@',
    pattern: /(\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"':/@]{0,200}:)[^\s"'@]{1,1000}@/gi,
    mask: '$1***@',
  },
  // JSON web tokens.
  { sign: 'eyJ', pattern: /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g, mask: '***' },
  { sign: 'earer ', pattern: /\b(bearer\s+)[^\s"'\\]+/gi, mask: '$1***' },
  // Email addresses.
  {
    sign: '@',
    pattern: /(?<![^\s"'<>()[\]:;,\\/@])[^\s"'<>()[\]:;,\\/@]+@[\w-]+(?:\.[\w-]+)+/g,
    mask: '***',
  },
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

const NO_TRACE = {}

function traceFields(): object {
  const trace_id = currentTraceId()
  return trace_id === null ? NO_TRACE : { trace_id }
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
      mixin: traceFields,
      mixinMergeStrategy: (line, fields) => (fields === NO_TRACE ? line : { ...line, ...fields }),
    },
    destination,
  )
}

const STANDARD_OUTPUT = 1
/** Lines wait for each other, up to this size or time: one write per request took a fifth of its time. */
const WRITE_BYTES = 8192
const WRITE_EVERY_MS = 100

/**
 * Logs one JSON line per event to standard output, without personal data and secrets. What waits is
 * written when the process exits, also after an error, but not when it is killed.
 */
export const log = logTo(
  pino.destination({
    dest: STANDARD_OUTPUT,
    sync: false,
    minLength: WRITE_BYTES,
    periodicFlush: WRITE_EVERY_MS,
  }),
)
