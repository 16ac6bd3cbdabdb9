import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  changePasswordInput,
  sessionChoice,
  updateEmailInput,
  verifyEmailInput,
} from '#app/accounts/schema/settings.ts'
import {
  forgotPasswordInput,
  registerForm,
  registerInput,
  resetPasswordForm,
  resetPasswordInput,
  signInInput,
} from '#app/accounts/schema/sign-in.ts'
import {
  changeTwoFactorInput,
  confirmTwoFactorInput,
  passwordInput,
  secondStepForm,
  twoFactorInput,
} from '#app/accounts/schema/two-factor.ts'

/** Errors by field; null when the input is accepted. */
function errorsOf(schema: z.ZodType, input: unknown): Record<string, string[]> | null {
  const result = schema.safeParse(input)
  if (result.success) return null
  const found: Record<string, string[]> = {}
  for (const { path, message } of result.error.issues) (found[path.join('.')] ??= []).push(message)
  return found
}

const firstError = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input).error?.issues[0]?.message ?? null

const READER = { name: 'Ada', email: 'ada@example.com', password: 'secret1' }
const BAD_ADDRESS = 'Please enter an email address such as name@example.com.'

/** Every schema with valid input and its error for missing fields. */
const SCHEMAS: [string, z.ZodType, Record<string, string>, string][] = [
  [
    'sign-in',
    signInInput,
    { email: 'a@example.com', password: 'x' },
    'Email and password are required.',
  ],
  ['register', registerInput, READER, 'All fields are required.'],
  [
    'forgot-password',
    forgotPasswordInput,
    { email: 'a@example.com' },
    'Please enter your email address.',
  ],
  [
    'reset-password',
    resetPasswordInput,
    { newPassword: 'secret1' },
    'Please enter a new password.',
  ],
  [
    'reset-password form',
    resetPasswordForm,
    { newPassword: 'secret1', confirmNewPassword: 'secret1' },
    'Please fill in both password fields.',
  ],
  [
    'update-email',
    updateEmailInput,
    { newEmail: 'b@example.com', password: 'x' },
    'Email and password are required.',
  ],
  [
    'change-password',
    changePasswordInput,
    { oldPassword: 'x', newPassword: 'secret1', confirmNewPassword: 'secret1' },
    'All fields are required.',
  ],
  ['verify', verifyEmailInput, { code: '123456' }, 'Please enter the code from the email.'],
  ['a second step', secondStepForm, { code: '123456' }, 'Please enter a code.'],
  [
    'a second step by call',
    twoFactorInput,
    { ticket: 'x', code: '123456' },
    'Ticket and code are required.',
  ],
  ['a password alone', passwordInput, { password: 'x' }, 'Please enter your password.'],
  [
    'a new authenticator app',
    confirmTwoFactorInput,
    { code: '123456' },
    'Please enter the code that your app shows.',
  ],
  [
    'a change of two-factor sign-in',
    changeTwoFactorInput,
    { password: 'x', code: '123456' },
    'All fields are required.',
  ],
]

describe.each(SCHEMAS)('the input of %s', (_, schema, good, required) => {
  test('is accepted when it is complete', () => {
    expect(errorsOf(schema, good)).toBeNull()
  })

  test.each(Object.keys(good))('requires %s', (field) => {
    const { [field]: __, ...rest } = good
    for (const blank of [undefined, null, '', '   ', '\n\t']) {
      expect(errorsOf(schema, { ...rest, [field]: blank })).toEqual({ [field]: [required] })
    }
  })

  test.each(Object.keys(good))('accepts %s only as text', (field) => {
    for (const value of [0, 1, true, [], ['a@example.com'], {}, { length: 9 }]) {
      expect(firstError(schema, { ...good, [field]: value }), JSON.stringify(value)).toBe(required)
    }
  })

  test.each([[null], [[]], ['text'], [5], [true], [undefined]])('cannot be %j', (input) => {
    expect(firstError(schema, input)).toBe(required)
  })

  test('never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (input) => {
        expect(() => schema.safeParse(input)).not.toThrow()
      }),
      { numRuns: 300 },
    )
  })

  test('rejects a megabyte in any field quickly', () => {
    for (const field of Object.keys(good)) {
      for (const letter of ['a', 'a.', '@', ' a', 'é']) {
        const huge = letter.repeat(2 ** 20 / letter.length)
        expect(errorsOf(schema, { ...good, [field]: huge }), field).not.toBeNull()
      }
    }
  })
})

describe('an email address', () => {
  const stored = (email: string) => registerInput.parse({ ...READER, email }).email

  test.each([
    [' Ada@Example.COM ', 'ada@example.com'],
    ['\tada@example.com\n', 'ada@example.com'],
    ['ada+readr@example.com', 'ada+readr@example.com'],
    ['ZOE\u0308@example.com', 'zo\u00eb@example.com'],
    ["o'brien@example.co.uk", "o'brien@example.co.uk"],
    ['a.b-c_d@sub.example.museum', 'a.b-c_d@sub.example.museum'],
    ['ada@xn--mnchen-3ya.de', 'ada@xn--mnchen-3ya.de'],
  ])('%j is stored as %j', (typed, expected) => {
    expect(stored(typed)).toBe(expected)
    expect(signInInput.parse({ email: typed, password: 'x' }).email).toBe(expected)
    expect(updateEmailInput.parse({ newEmail: typed, password: 'x' }).newEmail).toBe(expected)
    expect(forgotPasswordInput.parse({ email: typed }).email).toBe(expected)
  })

  test.each([
    '用户@例子.公司',
    'ada@München.de',
    'ada@stra\u00dfe.de',
    'ada@i\u2764.ws',
    'a@b\u3002cd.de',
  ])('%j is stored with the domain that domainToASCII gives', (typed) => {
    const [local, domain] = typed.toLowerCase().split('@') as [string, string]
    const expected = `${local}@${domainToASCII(domain)}`
    expect(stored(typed)).toBe(expected)
    expect(updateEmailInput.parse({ newEmail: typed, password: 'x' }).newEmail).toBe(expected)
  })

  // Each would be a second account that looks like ada@example.com, or an address of no mailbox.
  test.each([
    'ada@exa\u200bmple.com',
    'ada\u200b@example.com',
    'a\u00adda@example.com',
    'ada@exam\u00adple.com',
    'ada\u2060@example.com',
    'ada\ufe0f@example.com',
    'ada\u034f@example.com',
    'ada\u3164@example.com',
    'ada\u115f@example.com',
    'ada\u2800@example.com',
    '\u202eada@example.com',
    'ada\u{e0061}@example.com',
    'ada\ue000@example.com',
    'ada\u0378@example.com',
    '\uff41da@example.com',
    'ada@\uff45xample.com',
    'a\u{1d41d}a@example.com',
    'ada@exam\u24dfle.com',
    '\ufb01n@example.com',
    'ada@exa%6dple.com',
    'ada@example.com/x.yz',
    'ada@example.com?x.yz',
    'ada@example.com#x.yz',
    'ada@exa|mple.com',
    'ada@127.0.0.10',
    'ada@0x7f.0x10',
    'ada@example..com',
    'ada@.example.com',
  ])('%j is refused, except where an account may have it', (address) => {
    for (const [schema, field] of [
      [registerInput, 'email'],
      [registerForm, 'email'],
      [updateEmailInput, 'newEmail'],
    ] as const) {
      const input = { ...READER, terms: 'on', email: address, newEmail: address }
      expect(errorsOf(schema, input)).toEqual({ [field]: [BAD_ADDRESS] })
    }
    const typed = address.normalize('NFC')
    expect(signInInput.parse({ email: typed, password: 'x' }).email).toBe(typed)
    expect(forgotPasswordInput.parse({ email: typed }).email).toBe(typed)
  })

  test('has one stored form', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        const once = registerInput.safeParse({ ...READER, email: address.toUpperCase() })
        if (once.success) expect(stored(once.data.email)).toBe(once.data.email)
      }),
    )
  })

  test.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@example.c',
    'ada @example.com',
    'ada@exam ple.com',
    'a@b@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com\nBcc:eve@example.com',
    'ada\u0000@example.com',
    'ada@example.com,eve@example.com',
    'ada@example.com;eve@example.com',
    'Ada <ada@example.com>',
    '"ada"@example.com',
    'ada@[127.0.0.1]',
    'ada\u2028@example.com',
    'ada@example\uff0ecom',
    'ada\u0085@example.com',
  ])('%j is invalid', (email) => {
    for (const [schema, field] of [
      [registerInput, 'email'],
      [forgotPasswordInput, 'email'],
      [updateEmailInput, 'newEmail'],
    ] as const) {
      const input = { ...READER, email, newEmail: email }
      expect(errorsOf(schema, input)).toEqual({ [field]: [BAD_ADDRESS] })
    }
  })

  test('has at most 254 characters', () => {
    const email = (length: number) => `${'a'.repeat(length - 12)}@example.com`
    expect(errorsOf(registerInput, { ...READER, email: email(254) })).toBeNull()
    expect(errorsOf(registerInput, { ...READER, email: email(255) })).toEqual({
      email: ['Please use at most 254 characters.'],
    })
  })

  test('that is invalid counts as unknown at sign-in', () => {
    expect(errorsOf(signInInput, { email: 'nobody', password: 'x' })).toBeNull()
    expect(firstError(signInInput, { email: 'a'.repeat(1001), password: 'x' })).toBe(
      'Please use at most 1000 characters.',
    )
  })

  test('never contains NUL, which a database cannot look up', () => {
    expect(signInInput.parse({ email: 'a\u0000b', password: 'x' }).email).not.toContain('\u0000')
  })
})

describe('a name', () => {
  test.each([
    ['x', null],
    ['x'.repeat(100), null],
    ['x'.repeat(101), 'Please use at most 100 characters.'],
    ['Ada\r\nBcc: eve@example.com', 'Please leave out line breaks and control characters.'],
    ['Ada\u0000', 'Please leave out line breaks and control characters.'],
    ['  Zoë 🦉 <b>  ', null],
  ])('%j', (name, message) => {
    expect(firstError(registerInput, { ...READER, name })).toBe(message)
  })

  test('is trimmed and normalized', () => {
    expect(registerInput.parse({ ...READER, name: '  Zoe\u0308 ' }).name).toBe('Zoë')
  })
})

describe('a new password', () => {
  const FIELDS: [z.ZodType, (password: string) => object][] = [
    [registerInput, (password) => ({ ...READER, password })],
    [resetPasswordInput, (newPassword) => ({ newPassword })],
    [resetPasswordForm, (newPassword) => ({ newPassword, confirmNewPassword: newPassword })],
    [
      changePasswordInput,
      (newPassword) => ({ oldPassword: 'x', newPassword, confirmNewPassword: newPassword }),
    ],
  ]

  test.each(FIELDS)('has 6 to 256 characters', (schema, withPassword) => {
    expect(firstError(schema, withPassword('12345'))).toBe(
      'Password must be at least 6 characters.',
    )
    expect(firstError(schema, withPassword('123456'))).toBeNull()
    expect(firstError(schema, withPassword('x'.repeat(256)))).toBeNull()
    expect(firstError(schema, withPassword('x'.repeat(257)))).toBe(
      'Password must be at most 256 characters.',
    )
    expect(firstError(schema, withPassword('x'.repeat(2 ** 20)))).toBe(
      'Password must be at most 256 characters.',
    )
  })

  test('is used exactly as entered', () => {
    const password = '  päss wörd\u0000🦉 '
    expect(registerInput.parse({ ...READER, password }).password).toBe(password)
  })

  test('must match its confirmation', () => {
    expect(
      errorsOf(resetPasswordForm, { newPassword: 'secret1', confirmNewPassword: 'secret2' }),
    ).toEqual({ confirmNewPassword: ['Passwords do not match.'] })
    expect(
      errorsOf(changePasswordInput, {
        oldPassword: 'x',
        newPassword: 'secret1',
        confirmNewPassword: 'secret2',
      }),
    ).toEqual({ confirmNewPassword: ['New passwords do not match.'] })
  })
})

describe('the terms', () => {
  test('must be accepted on the page', () => {
    expect(errorsOf(registerForm, READER)).toEqual({
      terms: ['Please agree to the Terms of Service and the Privacy Policy.'],
    })
    expect(errorsOf(registerForm, { ...READER, terms: 'on' })).toBeNull()
  })
})

describe('a code', () => {
  test.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['123-456', '123456'],
  ])('%j is %s', (typed, code) => {
    expect(verifyEmailInput.parse({ code: typed })).toEqual({ code })
  })

  test.each(['12345', '1234567', 'abcdef', '１２３４５６', '12345a'])('%j is invalid', (code) => {
    expect(errorsOf(verifyEmailInput, { code })).toEqual({ code: ['The code has six digits.'] })
  })
})

describe('a code of two-factor sign-in', () => {
  test.each([
    [' 123-456 ', '123456'],
    ['0123-4567-89AB-CDEF', '0123456789abcdef'],
    ['OOOO IIII LLLL zzzz', '000011111111zzzz'],
  ])('%j is %s', (typed, code) => {
    expect(secondStepForm.parse({ code: typed })).toEqual({ code })
    expect(twoFactorInput.parse({ ticket: 't', code: typed })).toEqual({ ticket: 't', code })
  })

  test.each(['12345', '1234567', '0123456789abcde', '0123456789abcdef0', '0123456789abcdeu'])(
    '%j is invalid',
    (code) => {
      const message = 'Please enter the six digits from your app, or a recovery code.'
      expect(errorsOf(secondStepForm, { code })).toEqual({ code: [message] })
      expect(errorsOf(confirmTwoFactorInput, { code })).toEqual({
        code: ['The code has six digits.'],
      })
    },
  )

  test('of a new app is not a recovery code, and a ticket has at most 2,000 characters', () => {
    expect(errorsOf(confirmTwoFactorInput, { code: '0123456789abcdef' })).not.toBeNull()
    const ticket = (length: number) => ({ ticket: 'x'.repeat(length), code: '123456' })
    expect(errorsOf(twoFactorInput, ticket(2000))).toBeNull()
    expect(Object.keys(errorsOf(twoFactorInput, ticket(2001))!)).toEqual(['ticket'])
    expect(errorsOf(secondStepForm, { code: `${' '.repeat(95)}123456` })).toEqual({
      code: ['That is too long for a code.'],
    })
  })
})

describe('a session id', () => {
  test.each(['0', '-1', '1.5', '', '1e3', ' 1', '2147483648', '9999999999', '1;DROP'])(
    '%j is invalid',
    (session) => {
      expect(sessionChoice.safeParse({ session }).success).toBe(false)
    },
  )

  test.each(['1', '2147483647'])('%s is valid', (session) => {
    expect(sessionChoice.parse({ session })).toEqual({ session: Number(session) })
  })
})
