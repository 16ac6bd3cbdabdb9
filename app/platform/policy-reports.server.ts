import { z } from 'zod'
import { env } from './env.server.ts'
import { log } from './log.server.ts'
import { HOUR_MS } from './durations.ts'

/** The most reports in one request; a browser collects those of a minute. */
const MAX_REPORTS = 50
/** The most log lines an hour, because anyone can send reports. */
const MAX_LINES = 50
const text = z.string().max(8192).optional()

/** The fields that are read, in the format of `report-uri` and in that of the Reporting API. */
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
  .max(MAX_REPORTS)
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

/** The log line of a report. It contains nothing about the reader, the page, or its text. */
function lineOf(report: z.output<typeof reports>[number]) {
  return {
    directive: keywordOf(report.directive),
    blocked: keywordOf(report.blocked, locationOf(report.blocked)),
    source: locationOf(report.source),
    disposition: keywordOf(report.disposition),
  }
}

const keywordOf = (given = '', otherwise = 'unknown') =>
  /^[a-z-]{1,40}$/.test(given) ? given : otherwise

/** An address without personal data: one of our files, "page", or the origin of another site. */
function locationOf(given = ''): string {
  const url = URL.parse(given)
  if (!url) return 'unknown'
  if (url.origin !== new URL(env().appUrl).origin) {
    return url.origin === 'null' ? url.protocol.slice(0, 40) : url.origin.slice(0, 100)
  }
  return /^\/(?:assets|scripts)\/[\w.-]{1,80}$/.test(url.pathname) ? url.pathname : 'page'
}

const logged = new Set<string>()
let loggedUntil = 0

/**
 * Logs violations of the content security policy that a browser reports, each kind once an hour.
 * @param body JSON from a browser, at most a few kilobytes
 * @returns false if it is not such a report
 */
export function logPolicyReport(body: string): boolean {
  let given: unknown
  try {
    given = JSON.parse(body)
  } catch {
    return false
  }
  const parsed = reports.safeParse(given)
  if (!parsed.success) return false
  if (Date.now() > loggedUntil) {
    logged.clear()
    loggedUntil = Date.now() + HOUR_MS
  }
  for (const report of parsed.data) {
    const line = lineOf(report)
    const key = JSON.stringify(line)
    if (logged.has(key) || logged.size >= MAX_LINES) continue
    logged.add(key)
    log.warn(line, 'the content security policy was violated')
  }
  return true
}
