import { z } from 'zod'
import { env } from './env.server.ts'
import { log } from './log.server.ts'

/** Reports that a browser sends at once, at most; it gathers those of a minute. */
const MOST_REPORTS = 50
/** Different lines that the log gets an hour, at most: anybody can send reports. */
const MOST_LINES = 50
const HOUR_MS = 60 * 60 * 1000

const text = z.string().max(8192).optional()

/** What is read of a report, as `report-uri` and as the Reporting API name it. */
const byReportUri = z
  .object({
    'csp-report': z.object({
      'effective-directive': text,
      'blocked-uri': text,
      'source-file': text,
      disposition: text,
    }),
  })
  .transform(({ 'csp-report': report }) => [
    {
      directive: report['effective-directive'],
      blocked: report['blocked-uri'],
      source: report['source-file'],
      disposition: report.disposition,
    },
  ])

const byReportingApi = z
  .array(
    z.object({
      type: z.string().max(100),
      body: z.object({
        effectiveDirective: text,
        blockedURL: text,
        sourceFile: text,
        disposition: text,
      }),
    }),
  )
  .max(MOST_REPORTS)
  .transform((reports) =>
    reports
      .filter(({ type }) => type === 'csp-violation')
      .map(({ body }) => ({
        directive: body.effectiveDirective,
        blocked: body.blockedURL,
        source: body.sourceFile,
        disposition: body.disposition,
      })),
  )

const reports = z.union([byReportUri, byReportingApi])

/** What the log says of a report: nothing of whose page it was, of its address or its text. */
function lineOf(report: z.output<typeof reports>[number]) {
  return {
    directive: wordOf(report.directive),
    blocked: wordOf(report.blocked, placeOf(report.blocked)),
    source: placeOf(report.source),
    disposition: wordOf(report.disposition),
  }
}

/** A word of the policy's own, such as script-src or inline. */
const wordOf = (given = '', otherwise = 'unknown') =>
  /^[a-z-]{1,40}$/.test(given) ? given : otherwise

/** An address without what could be personal: a file of ours, "page", or another site's origin. */
function placeOf(given = ''): string {
  const url = URL.parse(given)
  if (!url) return 'unknown'
  if (url.origin !== new URL(env().appUrl).origin) {
    return url.origin === 'null' ? url.protocol.slice(0, 40) : url.origin.slice(0, 100)
  }
  return /^\/(?:assets|scripts)\/[\w.-]{1,80}$/.test(url.pathname) ? url.pathname : 'page'
}

const said = new Set<string>()
let saidUntil = 0

/**
 * Puts what browsers report of the content security policy into the log, each kind once an hour.
 * @param body JSON of a browser, at most some kilobytes
 * @returns false: it is no such report
 */
export function notePolicyReport(body: string): boolean {
  let given: unknown
  try {
    given = JSON.parse(body)
  } catch {
    return false
  }
  const parsed = reports.safeParse(given)
  if (!parsed.success) return false
  if (Date.now() > saidUntil) {
    said.clear()
    saidUntil = Date.now() + HOUR_MS
  }
  for (const report of parsed.data) {
    const line = lineOf(report)
    const key = JSON.stringify(line)
    if (said.has(key) || said.size >= MOST_LINES) continue
    said.add(key)
    log.warn(line, 'the content security policy was violated')
  }
  return true
}
