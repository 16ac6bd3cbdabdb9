import { LIMITS } from '../accounts/rules/rate-limits.ts'
import { consumeAttempt } from '../accounts/service/rate-limits.server.ts'
import { readBodyText } from '../middleware/body.server.ts'
import { requestContextOf } from '../middleware/request/context.server.ts'
import { logPolicyReport } from '../platform/policy-reports.server.ts'
import { refusal, refusalFor } from '../middleware/json-answers.server.ts'
import type { Route } from './+types/policy-reports'

const MAX_REPORT_BYTES = 16 * 1024
const REPORT_TYPES = /^application\/(?:csp-report|reports\+json)\s*(?:;|$)/i

/** Receives what browsers report about the content security policy. */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== 'POST') return postOnly()
  if (!REPORT_TYPES.test(request.headers.get('Content-Type') ?? '')) {
    return refusal(415, 'A report must be application/csp-report or application/reports+json.')
  }
  if (!(Number(request.headers.get('Content-Length')) <= MAX_REPORT_BYTES)) {
    return refusal(413, 'The report is larger than 16 KB.')
  }
  try {
    await consumeAttempt([
      { limit: LIMITS.policyReports, by: requestContextOf(context).clientAddress },
    ])
    return logPolicyReport(await readBodyText(request))
      ? new Response(null, { status: 204 })
      : refusal(400, 'This is not a report about the content security policy.')
  } catch (error) {
    return refusalFor(error)
  }
}

const postOnly = () => refusal(405, 'Only POST is allowed here.', undefined, { Allow: 'POST' })

export const loader = postOnly
