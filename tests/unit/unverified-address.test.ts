import { describe, expect, test } from 'vitest'
import * as accounts from '#app/accounts/service/account-emails.ts'
import * as admin from '#app/admin/service/report-answered-email.ts'
import * as billing from '#app/billing/service/billing-emails.ts'
import * as reminders from '#app/reading/service/reminders/digest-email.ts'
import * as reading from '#app/reading/service/review/review-email.ts'
import type { EmailContent } from '#app/platform/email/layout.ts'
import { sampleEmails } from '#app/web/demo/sample-emails.server.ts'

/** Text that a stranger may enter as a name or address to have it sent to somebody. */
const ENTERED = 'You won! visit http://evil.example'
const ENTERED_ADDRESS = 'claim.your.prize@evil.example'

const emails = (emailVerified: boolean) =>
  sampleEmails(emailVerified, { name: ENTERED, newAddress: ENTERED_ADDRESS, label: ENTERED })

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
