/** What clients were promised, and whether it is there. */

interface Fact {
  /** The value that was acknowledged last; empty: nothing. */
  acknowledged: string
  /** Values of later writes without a response: each may be there or not. */
  inDoubt: string[]
}

/** The writes of one client, which sends one at a time. */
export class Ledger {
  readonly #facts = new Map<string, Fact>()

  /** Notes that a write is being sent. */
  begin(key: string, value: string): void {
    const fact = this.#facts.get(key)
    this.#facts.set(key, {
      acknowledged: fact?.acknowledged ?? '',
      inDoubt: [...(fact?.inDoubt ?? []), value],
    })
  }

  /** Notes that the product has acknowledged a write. */
  acknowledge(key: string, value: string): void {
    this.#facts.set(key, { acknowledged: value, inDoubt: [] })
  }

  /**
   * Compares with what is stored, which also settles the writes in doubt.
   * @param stored the stored values; a missing one is the empty text
   * @returns what was lost
   */
  compare(stored: ReadonlyMap<string, string>): string[] {
    const problems: string[] = []
    for (const [key, { acknowledged, inDoubt }] of this.#facts) {
      const value = stored.get(key) ?? ''
      if (![acknowledged, ...inDoubt].includes(value)) {
        problems.push(`lost: ${key} is "${value}" instead of "${acknowledged}"`)
      }
      this.#facts.set(key, { acknowledged: value, inDoubt: [] })
    }
    return problems
  }
}

/** An email as the mail server accepted it. */
export interface AcceptedEmail {
  to: string
  subject: string
  /** The header Message-ID. */
  id: string
}

/** What a reader was promised by email. */
export interface Promised {
  email: string
  /** The registration was acknowledged. */
  isWelcome: boolean
  /** The checkout was completed. */
  isSubscriber: boolean
}

/** An email without what differs in every one. */
const kindOf = ({ to, subject }: AcceptedEmail) => `${to}: ${subject.replaceAll(/\d+/g, '…')}`

/**
 * Compares the emails with what readers were promised: one after the registration, one after the
 * checkout. A process that is killed after the mail server has accepted an email cannot note it, so a
 * kill may cause one copy with the same Message-ID, which mail servers recognize.
 */
export function mailProblems(
  emails: readonly AcceptedEmail[],
  readers: readonly Promised[],
  kills: number,
): { problems: string[]; copies: number } {
  const messages = [...new Map(emails.map((email) => [email.id, email])).values()]
  const counts = new Map<string, number>()
  for (const one of messages) counts.set(kindOf(one), (counts.get(kindOf(one)) ?? 0) + 1)
  const copies = emails.length - messages.length
  const missing = readers.flatMap(({ email, isWelcome, isSubscriber }) => {
    const lacks = Number(isWelcome) + Number(isSubscriber)
    const has = messages.filter(({ to }) => to === email).length
    return has < lacks ? [`lost: ${lacks - has} email to ${email}`] : []
  })
  const doubles = [...counts].filter(([, count]) => count > 1).map(([kind]) => `twice: ${kind}`)
  const excess = copies > kills ? [`${copies} copies of emails after ${kills} kills`] : []
  return { copies, problems: [...missing, ...doubles, ...excess] }
}

/** A reader's billing at the end. */
export interface BillingFound extends Promised {
  customers: number
  /** Subscriptions at Stripe with access. */
  subscriptions: number
  hasAccess: boolean
}

/** Finds readers with two subscriptions, or without the one that they were promised. */
export function billingProblems(found: readonly BillingFound[]): string[] {
  return found.flatMap(({ email, isSubscriber, customers, subscriptions, hasAccess }) => [
    ...(customers > 1 ? [`${email} has ${customers} customers at Stripe`] : []),
    ...(subscriptions > 1 ? [`${email} has ${subscriptions} subscriptions`] : []),
    ...(isSubscriber && subscriptions === 0 ? [`lost: the subscription of ${email}`] : []),
    ...(hasAccess === subscriptions > 0
      ? []
      : [`${email} has ${hasAccess ? 'access without a subscription' : 'paid and has no access'}`]),
  ])
}
