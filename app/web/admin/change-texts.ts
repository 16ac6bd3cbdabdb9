import type { ReaderChange } from '../../admin/rules/reader-changes.ts'
import { longDate, money } from '../../billing/rules/format.ts'
import type { SubscriptionView } from '../../billing/rules/subscription-view.ts'

interface ChangeTexts {
  /** The link to the page, and its title. */
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

/** What a change means for the reader's subscription. */
export function billingTexts(
  change: ReaderChange,
  { nextCharge, currentPeriodEnd, can }: SubscriptionView,
): string[] {
  const isLive = can.cancelAtPeriodEnd || can.cancelNow
  if (change === 'cancel' && currentPeriodEnd) {
    return [`The subscription ends on ${longDate(currentPeriodEnd)}. Nothing is refunded.`]
  }
  if (change !== 'suspend' && change !== 'promote') return []
  if (!isLive) return []
  return [
    nextCharge
      ? `Billing does not change: the reader is charged ${money(nextCharge.cents)} on ${longDate(nextCharge.at)}. Cancel the subscription, and refund a charge, on the reader’s page.`
      : 'Billing does not change: the subscription stays as it is. End it, and refund a charge, on the reader’s page.',
  ]
}
