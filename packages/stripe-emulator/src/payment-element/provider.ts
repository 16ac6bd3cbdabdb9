import type { Outcome } from './challenge.ts'

export interface ProviderError {
  type: string
  code?: string
  decline_code?: string
  message?: string
}

export interface Intent {
  object: 'setup_intent' | 'payment_intent'
  status: string
  next_action?: {
    use_stripe_sdk?: { stripe_js?: string }
    redirect_to_url?: { url: string | null }
  } | null
}

export type Answer<T> = { value: T } | { error: ProviderError }

const UNREACHABLE: ProviderError = {
  type: 'api_connection_error',
  message: 'We could not reach the payment provider. Please check your connection and try again.',
}

/** Sends a request with a publishable key, like Stripe.js. */
export async function send<T>(
  key: string,
  method: 'GET' | 'POST',
  path: string,
  parameters: Record<string, string>,
): Promise<Answer<T>> {
  const fields = new URLSearchParams({ key, ...parameters })
  const url = `/dev/stripe/v1/${path}`
  try {
    const response = await (method === 'POST'
      ? fetch(url, { method: 'POST', body: fields })
      : fetch(`${url}?${fields}`))
    const answer = (await response.json()) as T & { error?: ProviderError }
    return answer.error ? { error: answer.error } : { value: answer }
  } catch {
    return { error: UNREACHABLE }
  }
}

export function pathOf(clientSecret: string): string {
  const id = clientSecret.split('_secret_', 1)[0]!
  return `${id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${id}`
}

/** Submits the cardholder's choice to the bank's page. */
export async function answerChallenge({ next_action: next }: Intent, outcome: Outcome) {
  const page = next?.redirect_to_url?.url ?? next?.use_stripe_sdk?.stripe_js
  if (!page) return
  const { pathname, search } = new URL(page)
  const body = new URLSearchParams({ outcome })
  // The result is read from the intent, not from the page's redirect.
  await fetch(pathname + search, { method: 'POST', body, redirect: 'manual' })
}
