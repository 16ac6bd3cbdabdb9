import { money } from './format-money.ts'

export interface Discount {
  percentOff: number | null
  centsOff: number | null
  /** How many months it lasts; null: once or forever. */
  months: number | null
  isOnce: boolean
}

/** '50% off for 3 months', '$10.00 off the first payment', '20% off'. */
export function discountLabel({ percentOff, centsOff, months, isOnce }: Discount): string {
  const off = `${percentOff === null ? money(centsOff ?? 0) : `${percentOff}%`} off`
  if (isOnce) return `${off} the first payment`
  if (months === null) return off
  return `${off} for ${months === 1 ? 'a month' : `${months} months`}`
}

/** Cents of the first charge after the discount. */
export function firstCharge({ percentOff, centsOff }: Discount, cents: number): number {
  const left = cents - Math.round((cents * (percentOff ?? 0)) / 100) - (centsOff ?? 0)
  return Math.max(0, left)
}
