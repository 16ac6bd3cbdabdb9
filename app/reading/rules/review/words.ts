import type { CardKind } from './cards.ts'

/** When a card comes again, in words. */
export function daysText(days: number): string {
  if (days <= 1) return 'tomorrow'
  if (days < 14) return `in ${days} days`
  if (days < 60) return `in ${Math.round(days / 7)} weeks`
  if (days < 700) return `in ${Math.round(days / 30)} months`
  return `in ${Math.round(days / 365)} years`
}

/** What a card wants from its reader. */
export function promptOf(kind: CardKind, title: string): string {
  switch (kind) {
    case 'question':
      return `A question about ${title}`
    case 'takeaway':
      return `A takeaway from ${title}. What does it say?`
    case 'highlight':
      return `You highlighted this in ${title}. How does it continue?`
  }
}

export function cardsText(count: number): string {
  const word = ['No', 'One', 'Two', 'Three', 'Four', 'Five'][count] ?? String(count)
  return `${word} ${count === 1 ? 'card' : 'cards'}`
}
