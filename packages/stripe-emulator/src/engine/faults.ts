/** What shall go wrong with calls of the API. */
export interface CallFault {
  /**
   * `answer_lost`: the call is carried out, the answer never arrives. `down`: no connection.
   * `slow`: the answer takes `ms`.
   */
  kind: 'answer_lost' | 'down' | 'rate_limit' | 'server_error' | 'slow'
  /** Only calls such as `POST /v1/subscriptions`, `POST` or `/v1/invoices`; all when absent. */
  match?: string
  /** How many calls; every one until it is taken away when absent. */
  times?: number
  /** For `slow`: milliseconds of real time. */
  ms?: number
}

/** Takes the first fault that is meant for a call, and counts it down. */
export function takeFault(
  faults: CallFault[],
  method: string,
  path: string,
): CallFault | undefined {
  const at = faults.findIndex(({ match }) => match === undefined || isMeant(match, method, path))
  const fault = faults[at]
  if (fault?.times === undefined) return fault
  fault.times--
  if (fault.times <= 0) faults.splice(at, 1)
  return fault
}

function isMeant(match: string, method: string, path: string): boolean {
  const [first, second] = match.split(' ')
  if (second !== undefined) return first === method && path.startsWith(second)
  return first === method || path.startsWith(match)
}
