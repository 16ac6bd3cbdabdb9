import { isCardNumber } from '../engine/cards.ts'

export interface TypedCard {
  number: string
  expiry: string
  cvc: string
}

export type CardField = keyof TypedCard

export interface CardProblem {
  field: CardField
  code: string
  message: string
}

const problem = (field: CardField, code: string, message: string): CardProblem => ({
  field,
  code,
  message,
})

const digitsOf = (text: string) => text.replace(/\D/g, '')

const isAmex = (digits: string) => /^3[47]/.test(digits)

const numberLength = (digits: string) => (isAmex(digits) ? 15 : 16)

export function formatNumber(text: string): string {
  const digits = digitsOf(text)
  const groups = isAmex(digits) ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?.*$/ : null
  if (groups) return digits.replace(groups, (_, ...parts) => parts.slice(0, 3).join(' ').trim())
  return digits.slice(0, numberLength(digits)).replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** Formats as `MM / YY`; a first digit above 1 gets a leading zero. */
export function formatExpiry(text: string): string {
  let digits = digitsOf(text).replace(/^([2-9])/, '0$1')
  if (/\/.*\d{4}/.test(text)) digits = digits.slice(0, 2) + digits.slice(-2)
  digits = digits.slice(0, 4)
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits
}

/** Month (1 to 12) and full year; null if incomplete. */
export function expiryOf(text: string): { month: number; year: number } | null {
  const [, month, year] = /^(\d\d)(\d\d)$/.exec(digitsOf(text)) ?? []
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return null
  return { month: Number(month), year: 2000 + Number(year) }
}

/** All errors of a card, in field order. */
export function cardProblems({ number, expiry, cvc }: TypedCard, today: Date): CardProblem[] {
  const digits = digitsOf(number)
  const found: CardProblem[] = []
  if (digits.length < numberLength(digits)) {
    found.push(problem('number', 'incomplete_number', 'Your card number is incomplete.'))
  } else if (!isCardNumber(digits)) {
    found.push(problem('number', 'invalid_number', 'Your card number is invalid.'))
  }
  const until = expiryOf(expiry)
  if (!until) {
    found.push(problem('expiry', 'incomplete_expiry', 'Your card’s expiration date is incomplete.'))
  } else if (until.year < today.getFullYear()) {
    found.push(
      problem('expiry', 'invalid_expiry_year_past', 'Your card’s expiration year is in the past.'),
    )
  } else if (until.year === today.getFullYear() && until.month < today.getMonth() + 1) {
    found.push(
      problem('expiry', 'invalid_expiry_month_past', 'Your card’s expiration date is in the past.'),
    )
  }
  if (digitsOf(cvc).length < (isAmex(digits) ? 4 : 3)) {
    found.push(problem('cvc', 'incomplete_cvc', 'Your card’s security code is incomplete.'))
  }
  return found
}
