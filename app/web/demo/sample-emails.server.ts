import * as accounts from '../../accounts/service/account-emails.ts'
import * as admin from '../../admin/service/report-answered-email.ts'
import { OFFERS } from '../../billing/rules/plans.ts'
import * as billing from '../../billing/service/billing-emails.ts'
import type { EmailContent } from '../../platform/email/layout.ts'
import { env } from '../../platform/env.server.ts'
import * as reminders from '../../reading/service/reminders/digest-email.ts'
import * as requests from '../../reading/service/book-requests/book-arrived-email.ts'
import * as reading from '../../reading/service/review/review-email.ts'
import { kindleEmail } from '../../reading/service/send-to-kindle.server.ts'

const AT = new Date('2026-11-22T12:00:00Z')

interface Typed {
  name: string
  newAddress: string
  /** Of a token or a podcast. */
  label: string
}

const TYPED: Typed = { name: 'Ada', newAddress: 'ada@readr.example', label: 'E-reader' }

/** An example of each email that may go to an unconfirmed address, by the function that composes it. */
export function sampleEmails(
  emailVerified = true,
  typed: Typed = TYPED,
): Record<string, EmailContent> {
  const reader = { name: typed.name, emailVerified }
  const { appUrl: url, supportEmail } = env()
  const facts = {
    reader,
    planName: 'Monthly',
    nextChargeCents: OFFERS.monthly.cents,
    at: AT,
    settingsUrl: url,
  }
  const paid = { paidCents: OFFERS.monthly.cents, paidAt: AT }
  return {
    welcomeEmail: accounts.welcomeEmail('123456', url),
    codeEmail: accounts.codeEmail('123456', url),
    resetEmail: accounts.resetEmail(reader, url),
    addressChangedEmail: accounts.addressChangedEmail(reader, typed.newAddress, supportEmail, url),
    providerAddedEmail: accounts.providerAddedEmail(reader, 'Google', true, supportEmail),
    providerRemovedEmail: accounts.providerRemovedEmail(reader, 'Google', supportEmail),
    noPasswordEmail: accounts.noPasswordEmail(reader, 'Google', url),
    passwordChangedEmail: accounts.passwordChangedEmail(reader, url),
    twoFactorOnEmail: accounts.twoFactorOnEmail(reader, url, supportEmail),
    twoFactorOffEmail: accounts.twoFactorOffEmail(reader, url),
    newDeviceEmail: accounts.newDeviceEmail(reader, {
      at: AT,
      device: null,
      network: '203.0.113.x',
      settingsUrl: url,
    }),
    appKeyEmail: accounts.appKeyEmail(reader, 'token', typed.label, url),
    podcastNetworksEmail: accounts.podcastNetworksEmail(reader, typed.label, url),
    suspendedEmail: accounts.suspendedEmail(reader, supportEmail),
    restoredEmail: accounts.restoredEmail(reader, url),
    administratorEmail: accounts.administratorEmail(reader, url),
    accountDeletedEmail: accounts.accountDeletedEmail(reader),
    reportAnsweredEmail: admin.reportAnsweredEmail({
      reader,
      title: 'Walden',
      isCorrected: true,
      answer: 'The year is right now.',
      correction: 'Thoreau moved in 1845.',
      summaryUrl: url,
    }),
    reviewEmail: reading.reviewEmail({
      reader,
      cards: [{ kind: 'takeaway', question: 'Cost', book: { title: 'Walden' } }],
      reviewUrl: url,
      settingsUrl: url,
      stopUrl: url,
    }),
    digestEmail: reminders.digestEmail({
      reader,
      newBooks: [{ title: 'Walden', author: 'Thoreau', blurb: 'By a pond.', href: url }],
      todaysRead: { title: 'Emma', author: 'Austen', href: url, until: '4:00 PM' },
      highlight: { exact: 'Simplify.', title: 'Walden', href: url },
      hasGenres: true,
      settingsUrl: url,
      stopUrl: url,
    }),
    trialStartedEmail: billing.trialStartedEmail(facts),
    trialRefusedEmail: billing.trialRefusedEmail({ reader, plan: null, checkoutUrl: url }),
    trialEndsEmail: billing.trialEndsEmail(facts),
    renewalAheadEmail: billing.renewalAheadEmail(facts),
    paymentFailedEmail: billing.paymentFailedEmail({
      ...facts,
      amountCents: OFFERS.monthly.cents,
      nextAttemptAt: null,
      payUrl: null,
    }),
    canceledEmail: billing.canceledEmail({ ...facts, isOver: false, refund: null }),
    refundedEmail: billing.refundedEmail({
      ...facts,
      ...paid,
      refundCents: OFFERS.monthly.cents,
      wasSecond: true,
    }),
    guaranteeRefundEmail: billing.guaranteeRefundEmail({
      ...facts,
      amountCents: OFFERS.monthly.cents,
    }),
    refundFailedEmail: billing.refundFailedEmail({
      ...facts,
      amountCents: OFFERS.monthly.cents,
      planEnded: false,
    }),
    disputedEmail: billing.disputedEmail({ ...facts, ...paid }),
    receiptEmail: billing.receiptEmail({
      ...facts,
      amountCents: OFFERS.monthly.cents,
      paidAt: AT,
      receiptUrl: null,
    }),
  }
}

/** An example of every email that Readr sends, by the function that composes it. */
export const allSampleEmails = (): Record<string, EmailContent> => ({
  ...sampleEmails(),
  bookArrivedEmail: requests.bookArrivedEmail({
    reader: { name: TYPED.name },
    book: { title: 'Walden', author: 'Henry David Thoreau' },
    url: env().appUrl,
    stopUrl: env().appUrl,
  }),
  kindleEmail: kindleEmail(['Walden', 'Emma']),
})
