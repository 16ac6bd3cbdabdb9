import type { Decline, TestCard } from '../engine/cards.ts'
import type { Account } from '../engine/account.ts'

type Intent = { id: string; client_secret: string | null }

/** What a browser has to do when the reader's bank wants to know who pays. */
export function nextAction(account: Account, intent: Intent, returnUrl: string | undefined) {
  const query = new URLSearchParams({ client_secret: intent.client_secret! })
  if (returnUrl !== undefined) query.set('return_url', returnUrl)
  const url = `${account.pagesOrigin}/dev/3ds/${intent.id}?${query}`
  if (returnUrl !== undefined) {
    return { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } }
  }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url },
  }
}

/** What a bank says to a charge. */
export function chargeOutcome(
  { charge, afterAuthentication }: TestCard,
  { isSetUp, isAuthenticated }: { isSetUp: boolean; isAuthenticated: boolean },
): 'ok' | 'authenticate' | Decline {
  if (typeof charge === 'object') return charge
  const wants = charge === 'authenticate' || (charge === 'authenticate unless set up' && !isSetUp)
  if (wants && !isAuthenticated) return 'authenticate'
  return isAuthenticated && afterAuthentication ? afterAuthentication : 'ok'
}

/** Why an intent failed whose authentication did. */
export const NOT_AUTHENTICATED: Record<'setup' | 'payment', Decline> = {
  setup: {
    code: 'setup_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  },
  payment: {
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  },
}
