import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  accountDeletedEmail,
  addressChangedEmail,
  codeEmail,
  passwordChangedEmail,
  resetEmail,
  welcomeEmail,
} from '#app/accounts/service/account-emails.ts'
import { durationText } from '#app/accounts/rules/duration-text.ts'
import { EMAIL_CODE_TTL_MS, RESET_LINK_TTL_MS } from '#app/accounts/rules/lifetimes.ts'
import { composeEmail } from '#app/platform/email/layout.ts'
import { waitAfterTry } from '#app/platform/email/deliver-email.server.ts'

const ADA = { name: 'Ada', emailVerified: true }
const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/

describe('an email', () => {
  test('always has a one-line subject', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('\r\n', '\n', '\u0085', '\u2028', '\0'),
        (text, char) => {
          const { subject, html } = composeEmail('# {subject}', null, {
            subject: `${text}${char}Bcc: eve@example.com`,
          })
          expect(subject).not.toMatch(LINE_BREAK)
          expect(subject).not.toMatch(/\p{Cc}/u)
          expect(/<title>([^]*)<\/title>/.exec(html)![1]).not.toMatch(/[<>]/)
        },
      ),
    )
  })

  test('escapes text in HTML', () => {
    const hostile = '<script>alert("1")</script>&amp;\'"<img src=x onerror=y>'
    const markdown = '# x\n\n{a}\n\n    {a}\n\n[{a}](https://x.example/"{a})\n\n{list}'
    const { html, text } = composeEmail(markdown, null, {
      a: hostile,
      list: [{ title: hostile, text: hostile, href: hostile }],
    })
    expect(html).not.toMatch(/<script|<img|&amp;'/)
    expect(html.match(/href="([^"]*)"/)![1]).toContain('&#60;script')
    expect(text).toContain(hostile)
  })

  test('leaves out a part without a value, and its heading', () => {
    const markdown =
      '# New: {a}\n\n# Hello\n\n## About a\n\n{a}\n\n{isB} Shown.\n\n## Last\n\n{list}'
    const { subject, text } = composeEmail(markdown, null, { a: null, isB: true, list: [] })
    expect({ subject, text }).toEqual({ subject: 'Hello', text: 'Shown.\n\n-- \nReadr\n' })
    expect(() => composeEmail(markdown, null, { a: null, list: [] })).toThrow('{isB}')
  })

  test('does not read what was entered as Markdown', () => {
    const typed = '[x](https://evil.example) **{secret}**'
    const { text, html } = composeEmail('# x\n\n{a}', null, { a: typed, secret: '1' })
    expect(text).toContain(typed)
    expect(html).toContain(typed)
  })

  test('contains no markup from a name', () => {
    const tags = (html: string) =>
      html.match(/<[^>]*>/g)!.map((tag) => tag.replace(/"[^"]*"/g, '""'))
    const email = (name: string) => resetEmail({ ...ADA, name }, 'https://readr.example/r/x')
    const plain = tags(email('Ada').html)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(tags(email(name).html)).toEqual(plain)
      }),
    )
  })

  test.each([
    [
      'welcome',
      welcomeEmail('123456', 'https://readr.example/verify'),
      ['123456', 'https://readr.example/verify', durationText(EMAIL_CODE_TTL_MS)],
    ],
    [
      'code',
      codeEmail('123456', 'https://readr.example/verify'),
      ['123456', 'https://readr.example/verify', durationText(EMAIL_CODE_TTL_MS)],
    ],
    [
      'reset',
      resetEmail(ADA, 'https://readr.example/r/x'),
      ['Ada', 'https://readr.example/r/x', durationText(RESET_LINK_TTL_MS)],
    ],
    [
      'address changed',
      addressChangedEmail(ADA, 'b@example.com', 'help@example.com', 'https://readr.test/undo'),
      ['Ada', 'b@example.com', 'https://readr.test/undo', 'seven days', 'help@example.com'],
    ],
    [
      'address changed back',
      addressChangedEmail(ADA, 'b@example.com', 'help@example.com', null),
      ['Ada', 'b@example.com', 'help@example.com'],
    ],
    [
      'password changed',
      passwordChangedEmail(ADA, 'https://readr.example/reset-password'),
      ['Ada', 'https://readr.example/reset-password'],
    ],
    ['account deleted', accountDeletedEmail(ADA), ['Ada', 'deleted']],
  ])('about %s has the same content in text and HTML', (_, { subject, text, html }, facts) => {
    expect(subject).not.toBe('')
    for (const fact of facts) {
      expect(text).toContain(fact)
      expect(html).toContain(fact)
    }
  })
})

describe('the wait after a failed try', () => {
  test('doubles from 30 seconds to six hours', () => {
    expect([1, 2, 3, 4].map(waitAfterTry)).toEqual([30_000, 60_000, 120_000, 240_000])
    expect([10, 11, 12, 2000].map(waitAfterTry)).toEqual([
      15_360_000, 21_600_000, 21_600_000, 21_600_000,
    ])
  })
})
