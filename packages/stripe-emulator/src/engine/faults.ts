export interface CallFault {
  /**
   * `answer_lost`: the call is executed, but the response never arrives. `down`: no connection.
   * `slow`: the response takes `ms`. `refused`: Stripe answers 400, and again to a retry with the
   * same idempotency key.
   */
  kind: 'answer_lost' | 'down' | 'rate_limit' | 'server_error' | 'slow' | 'refused'
  /** Matches `POST /v1/subscriptions`, `POST`, or `/v1/invoices`; by default, all calls. */
  match?: string
  /** Number of calls; by default, all until the fault is removed. */
  times?: number
  /** For `slow`: milliseconds of real time. */
  ms?: number
}

/** Finds the first fault that matches a call and counts it down. */
export function takeFault(
  faults: CallFault[],
  method: string,
  path: string,
): CallFault | undefined {
  const at = faults.findIndex(({ match }) => match === undefined || matches(match, method, path))
  const fault = faults[at]
  if (fault?.times === undefined) return fault
  fault.times--
  if (fault.times <= 0) faults.splice(at, 1)
  return fault
}

function matches(match: string, method: string, path: string): boolean {
  const [first, second] = match.split(' ')
  if (second !== undefined) return first === method && path.startsWith(second)
  return first === method || path.startsWith(match)
}
