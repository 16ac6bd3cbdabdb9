import type { ReaderChange } from '../../admin/rules/reader-changes.ts'
import { deadlineDay, money } from '../../billing/rules/format-money.ts'
import type { SubscriptionView } from '../../billing/rules/subscription-view.ts'

interface ChangeTexts {
  title: string
  /** What happens, in sentences. */
  effects: string[]
  submit: string
  isFinal?: boolean
}

/** What each page says that changes a reader's account. */
export const CHANGE_TEXTS: Record<ReaderChange, ChangeTexts> = {
  suspend: {
    title: 'Suspend the account',
    effects: [
      'The reader is signed out everywhere and cannot sign in. Apps stop working too.',
      'The reader gets an email with the address of support. Signing in shows the same.',
      'Nothing is deleted. You can end the suspension at any time.',
    ],
    submit: 'Suspend the account',
    isFinal: true,
  },
  restore: {
    title: 'End the suspension',
    effects: ['The reader can sign in again, with everything as it was, and gets an email.'],
    submit: 'End the suspension',
  },
  'sign-out': {
    title: 'End all sessions',
    effects: [
      'The reader is signed out in all browsers and apps. The password still works.',
      'The reader gets no email.',
    ],
    submit: 'End all sessions',
  },
  'two-factor': {
    title: 'Turn off two-factor sign-in',
    effects: [
      'First make sure that the reader is who they say they are: from now on, the password is enough.',
      'The authenticator app and the recovery codes stop working. The reader gets an email.',
      'In production, administrators must set it up again before they can open the administration.',
    ],
    submit: 'Turn off two-factor sign-in',
    isFinal: true,
  },
  cancel: {
    title: 'Cancel the subscription',
    effects: [
      'The reader keeps access until then and is not charged again.',
      'The reader gets an email.',
    ],
    submit: 'Cancel the subscription',
    isFinal: true,
  },
  end: {
    title: 'End the subscription now',
    effects: [
      'Access ends right away, and the reader is not charged again. The reader gets an email.',
      'Nothing is refunded. To return money, refund the charge as well.',
    ],
    submit: 'End the subscription now',
    isFinal: true,
  },
  promote: {
    title: 'Make an administrator',
    effects: [
      'Administrators see all readers and change books, readers, and refunds.',
      'The reader is signed out everywhere, and the password stops working. An email says how to set a new one.',
      'In production, they must also set up two-factor sign-in before they can open the administration.',
    ],
    submit: 'Make an administrator',
    isFinal: true,
  },
  demote: {
    title: 'Make a reader again',
    effects: [
      'The administration closes for this account right away.',
      'Full access ends, unless the account has a subscription or a gift. There is no email.',
    ],
    submit: 'Make a reader again',
    isFinal: true,
  },
}

/** The change that stops the billing that this one leaves as it is; null: nothing is billed. */
export function keepsBilling(
  change: ReaderChange,
  { can }: Pick<SubscriptionView, 'can'>,
): 'cancel' | 'end' | null {
  if (change !== 'suspend' && change !== 'promote') return null
  if (can.cancelAtPeriodEnd) return 'cancel'
  return can.cancelNow ? 'end' : null
}

export function billingTexts(change: ReaderChange, subscription: SubscriptionView): string[] {
  const { nextCharge, currentPeriodEnd } = subscription
  if (change === 'cancel' && currentPeriodEnd) {
    return [`The subscription ends on ${deadlineDay(currentPeriodEnd)}. Nothing is refunded.`]
  }
  if (!keepsBilling(change, subscription)) return []
  return [
    nextCharge
      ? `Billing does not change: the reader is charged ${money(nextCharge.cents)} on ${deadlineDay(nextCharge.at)}, unless you cancel the subscription. You can also refund a charge.`
      : 'Billing does not change: the subscription stays as it is, unless you end it. You can also refund a charge.',
  ]
}
