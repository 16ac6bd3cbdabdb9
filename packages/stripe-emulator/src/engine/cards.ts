/** Stripe's documented test cards. */

/** Why a card is declined. */
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
  /** Result of charging it. */
  charge: 'ok' | 'authenticate' | 'authenticate unless set up' | Decline
  /** Declines the charge even after a successful authentication. */
  afterAuthentication?: Decline
  /** Disputes a successful charge for this reason. */
  disputed?: 'fraudulent' | 'product_not_received'
  /** `pending`: a refund succeeds only later. `fails`: it succeeds at first and fails later. */
  refund?: 'pending' | 'fails'
  /** The token that servers use instead of the number. */
  token?: string
}

const decline = (decline_code: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
})

const GENERIC = decline('generic_decline')
const NO_FUNDS = decline('insufficient_funds', 'Your card has insufficient funds.')

const never = (number: string, why: Decline, token?: string): TestCard => ({
  number,
  brand: 'visa',
  setup: why,
  charge: why,
  ...(token && { token }),
})

export const TEST_CARDS: TestCard[] = [
  { number: '4242424242424242', brand: 'visa', setup: 'ok', charge: 'ok', token: 'pm_card_visa' },
  {
    number: '5555555555554444',
    brand: 'mastercard',
    setup: 'ok',
    charge: 'ok',
    token: 'pm_card_mastercard',
  },
  { number: '378282246310005', brand: 'amex', setup: 'ok', charge: 'ok', token: 'pm_card_amex' },
  {
    number: '4000000000000341',
    brand: 'visa',
    setup: 'ok',
    charge: GENERIC,
    token: 'pm_card_chargeCustomerFail',
  },
  {
    number: '4000002500003155',
    brand: 'visa',
    setup: 'authenticate',
    charge: 'authenticate unless set up',
    token: 'pm_card_authenticationRequiredOnSetup',
  },
  {
    number: '4000002760003184',
    brand: 'visa',
    setup: 'authenticate',
    charge: 'authenticate',
    token: 'pm_card_authenticationRequired',
  },
  {
    number: '4000008400001629',
    brand: 'visa',
    setup: 'authenticate',
    charge: 'authenticate',
    afterAuthentication: GENERIC,
    token: 'pm_card_threeDSecureRequiredChargeDeclined',
  },
  {
    number: '4000000000000259',
    brand: 'visa',
    setup: 'ok',
    charge: 'ok',
    disputed: 'fraudulent',
    token: 'pm_card_createDispute',
  },
  {
    number: '4000000000002685',
    brand: 'visa',
    setup: 'ok',
    charge: 'ok',
    disputed: 'product_not_received',
    token: 'pm_card_createDisputeProductNotReceived',
  },
  {
    number: '4000000000007726',
    brand: 'visa',
    setup: 'ok',
    charge: 'ok',
    refund: 'pending',
    token: 'pm_card_pendingRefund',
  },
  {
    number: '4000000000005126',
    brand: 'visa',
    setup: 'ok',
    charge: 'ok',
    refund: 'fails',
    token: 'pm_card_refundFail',
  },
  never('4000000000000002', GENERIC, 'pm_card_visa_chargeDeclined'),
  never('4000000000009995', NO_FUNDS, 'pm_card_visa_chargeDeclinedInsufficientFunds'),
  never('4000000000009987', decline('lost_card'), 'pm_card_visa_chargeDeclinedLostCard'),
  never('4000000000009979', decline('stolen_card'), 'pm_card_visa_chargeDeclinedStolenCard'),
  never(
    '4000000000000069',
    { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' },
    'pm_card_chargeDeclinedExpiredCard',
  ),
  never(
    '4000000000000127',
    {
      code: 'incorrect_cvc',
      decline_code: 'incorrect_cvc',
      message: "Your card's security code is incorrect.",
    },
    'pm_card_chargeDeclinedIncorrectCvc',
  ),
  never(
    '4000000000000119',
    {
      code: 'processing_error',
      decline_code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
    'pm_card_chargeDeclinedProcessingError',
  ),
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
