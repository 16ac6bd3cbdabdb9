import { env } from '../../platform/env.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { askStripe, isMissing, isRefusal, stripe } from '../../platform/stripe.server.ts'
import { cardLabel } from '../rules/card-identity.ts'
import { refusedCardOf } from '../store/billing-state.server.ts'
import type { Reader } from './find-subscription.server.ts'
import { STARTED_IN_OTHER_TAB } from './subscription-start-lock.server.ts'
import { startSubscription } from './start-subscription.server.ts'

const FAILED = 'Failed to create subscription'

/**
 * The name of the card with which a reader's trial was refused; null: it can no longer be used.
 * @throws DomainError provider-unavailable
 */
export async function refusedCardLabel(reader: Pick<Reader, 'id'>): Promise<string | null> {
  const card = await refusedCardOf(reader.id)
  if (card === null) return null
  return askStripe(FAILED, async () => {
    try {
      const method = await stripe().paymentMethods.retrieve(card)
      return method.customer === null ? null : cardLabel(method)
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  })
}

/**
 * Subscribes without a trial and pays with the card whose trial was refused. Charges only the amount
 * that the reader was shown.
 * @param input.shownCents the amount on the button, in cents
 * @returns the bank's page where the reader must confirm the payment; null: it is paid
 * @throws as startSubscription; DomainError conflict (the card can no longer be used, or the amount
 * has changed), invalid-input with the card's own message when it is declined
 */
export async function subscribeWithRefusedCard(
  reader: Reader,
  input: { planId: string; promotionCode?: string | undefined; shownCents: number },
): Promise<string | null> {
  const card = await refusedCardOf(reader.id)
  if (card === null) {
    throw new DomainError('conflict', 'This card is no longer available. Please enter it again.')
  }
  const { clientSecret, intentType, terms } = await startSubscription(reader, input)
  if (clientSecret === null) return null
  if (intentType !== 'payment' || terms.dueNowCents !== input.shownCents) {
    const text = 'The amount due today has changed, so nothing was charged. Please check it again.'
    throw new DomainError('conflict', text)
  }
  return askStripe(FAILED, () => pay(clientSecret.split('_secret_')[0]!, card))
}

async function pay(intentId: string, card: string): Promise<string | null> {
  try {
    const intent = await stripe().paymentIntents.confirm(intentId, {
      payment_method: card,
      return_url: `${env().appUrl}/payment-successful`,
    })
    return intent.next_action?.redirect_to_url?.url ?? null
  } catch (error) {
    if (!isRefusal(error)) throw error
    // Another tab may have paid it; Stripe charges an intent only once.
    const { status } = await stripe().paymentIntents.retrieve(intentId)
    if (status === 'succeeded' || status === 'processing') return null
    if (status === 'canceled') throw new DomainError('conflict', STARTED_IN_OTHER_TAB)
    throw error
  }
}
