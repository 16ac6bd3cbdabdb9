/** Stripe's documented test cards. */

export interface Decline {
  code: string
  decline_code?: string
  message: string
}

export interface TestCard {
  number: string
  brand: 'visa' | 'mastercard' | 'amex'
  /** Result of saving the card. */
  setup: 'ok' | 'authenticate' | Decline
  charge: 'ok' | 'authenticate' | 'authenticate unless set up' | Decline
  /** Declines the charge even after a successful authentication. */
  afterAuthentication?: Decline
  disputed?: 'fraudulent' | 'product_not_received'
  /** `pending`: a refund succeeds only later. `fails`: it succeeds at first and fails later. */
  refund?: 'pending' | 'fails'
  /** The token that servers use instead of the number. */
  token: string
}

const decline = (decline_code: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
})

const GENERIC = decline('generic_decline')

const card = (number: string, token: string, given: Partial<TestCard> = {}): TestCard => ({
  number,
  token,
  brand: 'visa',
  setup: 'ok',
  charge: 'ok',
  ...given,
})

const declinedCard = (number: string, token: string, why: Decline) =>
  card(number, token, { setup: why, charge: why })

const AUTHENTICATES = { setup: 'authenticate', charge: 'authenticate' } as const

export const TEST_CARDS: TestCard[] = [
  card('4242424242424242', 'pm_card_visa'),
  card('5555555555554444', 'pm_card_mastercard', { brand: 'mastercard' }),
  card('378282246310005', 'pm_card_amex', { brand: 'amex' }),
  card('4000000000000341', 'pm_card_chargeCustomerFail', { charge: GENERIC }),
  card('4000002500003155', 'pm_card_authenticationRequiredOnSetup', {
    setup: 'authenticate',
    charge: 'authenticate unless set up',
  }),
  card('4000002760003184', 'pm_card_authenticationRequired', AUTHENTICATES),
  card('4000008400001629', 'pm_card_threeDSecureRequiredChargeDeclined', {
    ...AUTHENTICATES,
    afterAuthentication: GENERIC,
  }),
  card('4000000000000259', 'pm_card_createDispute', { disputed: 'fraudulent' }),
  card('4000000000002685', 'pm_card_createDisputeProductNotReceived', {
    disputed: 'product_not_received',
  }),
  card('4000000000007726', 'pm_card_pendingRefund', { refund: 'pending' }),
  card('4000000000005126', 'pm_card_refundFail', { refund: 'fails' }),
  declinedCard('4000000000000002', 'pm_card_visa_chargeDeclined', GENERIC),
  declinedCard(
    '4000000000009995',
    'pm_card_visa_chargeDeclinedInsufficientFunds',
    decline('insufficient_funds', 'Your card has insufficient funds.'),
  ),
  declinedCard('4000000000009987', 'pm_card_visa_chargeDeclinedLostCard', decline('lost_card')),
  declinedCard('4000000000009979', 'pm_card_visa_chargeDeclinedStolenCard', decline('stolen_card')),
  declinedCard('4000000000000069', 'pm_card_chargeDeclinedExpiredCard', {
    ...decline('expired_card', 'Your card has expired.'),
    code: 'expired_card',
  }),
  declinedCard('4000000000000127', 'pm_card_chargeDeclinedIncorrectCvc', {
    ...decline('incorrect_cvc', "Your card's security code is incorrect."),
    code: 'incorrect_cvc',
  }),
  declinedCard('4000000000000119', 'pm_card_chargeDeclinedProcessingError', {
    ...decline(
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ),
    code: 'processing_error',
  }),
]

const byNumber = new Map(TEST_CARDS.map((card) => [card.number, card]))
const byToken = new Map(TEST_CARDS.map((card) => [card.token, card]))

export const cardByNumber = (number: string) => byNumber.get(number)
export const cardByToken = (token: string) => byToken.get(token)

/** Whether the length and the Luhn check digit are right. */
export function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  let sum = 0
  for (const [at, digit] of [...number].toReversed().entries()) {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

export const NO_TEST_CARD: Decline = decline(
  'test_mode_live_card',
  'Your card was declined. Your request was in test mode, but used a non test card.',
)
