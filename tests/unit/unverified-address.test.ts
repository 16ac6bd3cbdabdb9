import { describe, expect, test } from 'vitest'
import * as accounts from '#app/accounts/service/emails.ts'
import * as admin from '#app/admin/service/emails.ts'
import * as billing from '#app/billing/service/emails.ts'
import * as reminders from '#app/reading/service/reminders/emails.ts'
import * as reading from '#app/reading/service/review/emails.ts'
import type { EmailContent } from '#app/platform/email/layout.ts'

/** Text that a stranger may enter as a name or address to have it sent to somebody. */
const ENTERED = 'You won! visit http://evil.example'
const ENTERED_ADDRESS = 'claim.your.prize@evil.example'
const AT = new Date('2026-11-22T12:00:00Z')

/** Every email to a reader, by the function that composes it. */
function emails(emailVerified: boolean): Record<string, EmailContent> {
  const reader = { name: ENTERED, emailVerified }
  const url = 'https://readr.test/x'
  const facts = {
    reader,
    planName: 'Monthly',
    nextChargeCents: 700,
    at: AT,
    settingsUrl: url,
  }
  const paid = { paidCents: 700, paidAt: AT }
  return {
    welcomeEmail: accounts.welcomeEmail('123456', url),
    codeEmail: accounts.codeEmail('123456', url),
    resetEmail: accounts.resetEmail(reader, url),
    addressChangedEmail: accounts.addressChangedEmail(reader, ENTERED_ADDRESS, 'help@readr.test'),
    providerAddedEmail: accounts.providerAddedEmail(reader, 'Google', true, 'help@readr.test'),
    providerRemovedEmail: accounts.providerRemovedEmail(reader, 'Google', 'help@readr.test'),
    noPasswordEmail: accounts.noPasswordEmail(reader, 'Google', url),
    passwordChangedEmail: accounts.passwordChangedEmail(reader, url),
    twoFactorOnEmail: accounts.twoFactorOnEmail(reader, url, 'help@readr.test'),
    twoFactorOffEmail: accounts.twoFactorOffEmail(reader, url),
    newDeviceEmail: accounts.newDeviceEmail(reader, {
      at: AT,
      device: null,
      network: '203.0.113.x',
      settingsUrl: url,
    }),
    appKeyEmail: accounts.appKeyEmail(reader, 'token', ENTERED, url),
    manyNetworksEmail: accounts.manyNetworksEmail(reader, ENTERED, url),
    suspendedEmail: accounts.suspendedEmail(reader, 'help@readr.test'),
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
      todaysRead: { title: 'Emma', author: 'Austen', href: url },
      highlight: { exact: 'Simplify.', title: 'Walden', href: url },
      hasGenres: true,
      settingsUrl: url,
      stopUrl: url,
    }),
    trialStartedEmail: billing.trialStartedEmail(facts),
    trialRefusedEmail: billing.trialRefusedEmail({ reader, plan: null, checkoutUrl: url }),
    trialEndsEmail: billing.trialEndsEmail(facts, 3),
    renewalAheadEmail: billing.renewalAheadEmail(facts),
    paymentFailedEmail: billing.paymentFailedEmail({
      ...facts,
      amountCents: 700,
      nextAttemptAt: null,
      payUrl: null,
    }),
    canceledEmail: billing.canceledEmail({ ...facts, isOver: false, refund: null }),
    refundedEmail: billing.refundedEmail({ ...facts, ...paid, refundCents: 700, wasSecond: true }),
    guaranteeRefundEmail: billing.guaranteeRefundEmail({ ...facts, amountCents: 700 }),
    refundFailedEmail: billing.refundFailedEmail({
      ...facts,
      amountCents: 700,
      planEnded: false,
    }),
    disputedEmail: billing.disputedEmail({ ...facts, ...paid }),
    receiptEmail: billing.receiptEmail({
      ...facts,
      amountCents: 700,
      paidAt: AT,
      receiptUrl: null,
    }),
  }
}

const whole = ({ subject, text, html }: EmailContent) => `${subject}\n${text}\n${html}`

describe('an email to an unverified address', () => {
  test('is covered by this test', () => {
    const composers = [
      ...Object.entries(accounts),
      ...Object.entries(admin),
      ...Object.entries(billing),
      ...Object.entries(reading),
      ...Object.entries(reminders),
    ]
      .filter(([name, value]) => typeof value === 'function' && name.endsWith('Email'))
      .map(([name]) => name)
    expect(Object.keys(emails(false)).toSorted()).toEqual(composers.toSorted())
  })

  test.each(Object.entries(emails(false)))('%s contains nothing that was entered', (_, email) => {
    for (const word of ['You won', 'evil', 'claim.your.prize']) {
      expect(whole(email)).not.toContain(word)
    }
  })

  test('greets by name once the address is verified', () => {
    for (const name of ['resetEmail', 'receiptEmail', 'accountDeletedEmail', 'newDeviceEmail']) {
      expect(emails(true)[name]!.text, name).toContain(ENTERED)
    }
    expect(emails(true)['addressChangedEmail']!.text).toContain(ENTERED_ADDRESS)
  })
})
