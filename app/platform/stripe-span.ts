import type { TracedOperation, TracedOutcome } from './trace.ts'

/** Names in Stripe's paths; everything else is an id or a value. */
const NAME = /^(?:v\d+|[a-z]+(?:_[a-z]+)*)$/

/** The path without ids and query, such as /v1/customers/:id. */
function templateOf(path: string): string {
  const segments = path.split('?', 1)[0]!.split('/')
  return segments.map((part) => (part === '' || NAME.test(part) ? part : ':id')).join('/')
}

/** Describes a request to Stripe for its span. Its address would have ids of readers. */
export function requestSpan(
  method: string,
  path: string,
  host: string,
  port: number,
): TracedOperation {
  const template = templateOf(path)
  return {
    name: `${method} ${template}`,
    attributes: {
      'http.request.method': method,
      'url.template': template,
      'server.address': host,
      'server.port': port,
    },
  }
}

/** How a request ended, by its status. */
export function answeredWith(status: number): TracedOutcome {
  return {
    attributes: { 'http.response.status_code': status },
    failure: status >= 400 ? String(status) : undefined,
  }
}
