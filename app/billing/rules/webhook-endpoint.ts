import { WEBHOOK_EVENTS } from './webhook-events.ts'

interface Endpoint {
  url: string
  status: string
  enabled_events: string[]
}

const missingIn = ({ enabled_events: enabled }: Endpoint) =>
  enabled.includes('*') ? [] : WEBHOOK_EVENTS.filter((event) => !enabled.includes(event))

/**
 * What is wrong with the webhook endpoints at Stripe; null: nothing.
 * @param url the address that Stripe should call
 */
export function webhookProblem(endpoints: Endpoint[], url: string): string | null {
  const ours = endpoints.filter(
    (endpoint) => URL.parse(endpoint.url)?.href === URL.parse(url)?.href,
  )
  const enabled = ours.filter(({ status }) => status === 'enabled')
  if (ours.length === 0) return `there is no endpoint for ${url}`
  if (enabled.length === 0) return `the endpoint for ${url} is disabled`
  if (enabled.length > 1) {
    return `${enabled.length} endpoints have the address ${url}: STRIPE_WEBHOOK_SECRET fits only one`
  }
  const missing = missingIn(enabled[0]!)
  if (missing.length === 0) return null
  return `the endpoint for ${url} does not get these events: ${missing.join(', ')}`
}
