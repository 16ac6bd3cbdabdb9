import { describe, expect, test } from 'vitest'
import * as accounts from '#app/accounts/service/emails.ts'
import * as billing from '#app/billing/service/emails.ts'
import type { EmailContent } from '#app/platform/email/layout.ts'

/** What a stranger may type as a name or an address to have it sent to somebody. */
const TYPED = 'You won! visit http://evil.example'
const TYPED_ADDRESS = 'claim.your.prize@evil.example'
const AT = new Date('2026-11-22T12:00:00Z')

/** Every mail that there is to a reader, by the name of what makes it. */
function mails(emailVerified: boolean): Record<string, EmailContent> {
  const reader = { name: TYPED, emailVerified }
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
    addressChangedEmail: accounts.addressChangedEmail(reader, TYPED_ADDRESS, 'help@readr.test'),
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
    accountDeletedEmail: accounts.accountDeletedEmail(reader),
    trialStartedMail: billing.trialStartedMail(facts),
    trialRefusedMail: billing.trialRefusedMail({ reader, plan: null, checkoutUrl: url }),
    trialEndsMail: billing.trialEndsMail(facts, 3),
    renewalAheadMail: billing.renewalAheadMail(facts),
    paymentFailedMail: billing.paymentFailedMail({
      ...facts,
      amountCents: 700,
      nextAttemptAt: null,
      payUrl: null,
    }),
    canceledMail: billing.canceledMail({ ...facts, isOver: false, refund: null }),
    refundedMail: billing.refundedMail({ ...facts, ...paid, refundCents: 700, wasSecond: true }),
    disputedMail: billing.disputedMail({ ...facts, ...paid }),
    receiptMail: billing.receiptMail({ ...facts, amountCents: 700, paidAt: AT, receiptUrl: null }),
  }
}

const whole = ({ subject, text, html }: EmailContent) => `${subject}\n${text}\n${html}`

describe('a mail to an address that is not proved', () => {
  test('is looked at here, whichever it is', () => {
    const makers = [...Object.entries(accounts), ...Object.entries(billing)]
      .filter(([name, value]) => typeof value === 'function' && name.endsWith('Mail'))
      .map(([name]) => name)
    expect(Object.keys(mails(false)).toSorted()).toEqual(makers.toSorted())
  })

  test.each(Object.entries(mails(false)))('%s holds nothing that was typed', (_, mail) => {
    for (const word of ['You won', 'evil', 'claim.your.prize']) {
      expect(whole(mail)).not.toContain(word)
    }
  })

  test('greets by name once it is proved', () => {
    for (const name of ['resetEmail', 'receiptMail', 'accountDeletedEmail', 'newDeviceEmail']) {
      expect(mails(true)[name]!.text, name).toContain(TYPED)
    }
    expect(mails(true)['addressChangedEmail']!.text).toContain(TYPED_ADDRESS)
  })
})
