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

/** What is said about which field, or null when the input is accepted. */
function complaints(schema: z.ZodType, input: unknown): Record<string, string[]> | null {
  const result = schema.safeParse(input)
  if (result.success) return null
  const found: Record<string, string[]> = {}
  for (const { path, message } of result.error.issues) (found[path.join('.')] ??= []).push(message)
  return found
}

/** The sentence that a caller is shown first. */
const firstComplaint = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input).error?.issues[0]?.message ?? null

const READER = { name: 'Ada', email: 'ada@example.com', password: 'secret1' }
const BAD_ADDRESS = 'Please enter an email address such as name@example.com.'

/** Every schema with input that it accepts, and what it says when something is not given. */
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
  ['verify', verifyEmailInput, { code: '123456' }, 'Please enter the code from the mail.'],
]

describe.each(SCHEMAS)('the input of %s', (_, schema, good, required) => {
  test('is accepted when it is complete', () => {
    expect(complaints(schema, good)).toBeNull()
  })

  test.each(Object.keys(good))('says that %s is missing, in the product’s words', (field) => {
    const { [field]: __, ...rest } = good
    for (const blank of [undefined, null, '', '   ', '\n\t']) {
      expect(complaints(schema, { ...rest, [field]: blank })).toEqual({ [field]: [required] })
    }
  })

  test.each(Object.keys(good))('takes %s only as text', (field) => {
    for (const value of [0, 1, true, [], ['a@example.com'], {}, { length: 9 }]) {
      expect(firstComplaint(schema, { ...good, [field]: value }), JSON.stringify(value)).toBe(
        required,
      )
    }
  })

  test.each([[null], [[]], ['text'], [5], [true], [undefined]])('is not %j', (input) => {
    expect(firstComplaint(schema, input)).toBe(required)
  })

  test('survives whatever is sent', () => {
    fc.assert(
      fc.property(fc.anything(), (input) => {
        expect(() => schema.safeParse(input)).not.toThrow()
      }),
      { numRuns: 300 },
    )
  })

  test('refuses a megabyte in any field, at once', () => {
    for (const field of Object.keys(good)) {
      for (const letter of ['a', 'a.', '@', ' a', 'é']) {
        const huge = letter.repeat(2 ** 20 / letter.length)
        expect(complaints(schema, { ...good, [field]: huge }), field).not.toBeNull()
      }
    }
  })
})

describe('an address', () => {
  const stored = (email: string) => registerInput.parse({ ...READER, email }).email

  test.each([
    [' Ada@Example.COM ', 'ada@example.com'],
    ['\tada@example.com\n', 'ada@example.com'],
    ['ada+readr@example.com', 'ada+readr@example.com'],
    ['ZOE\u0308@example.com', 'zo\u00eb@example.com'],
    ["o'brien@example.co.uk", "o'brien@example.co.uk"],
    ['a.b-c_d@sub.example.museum', 'a.b-c_d@sub.example.museum'],
    ['用户@例子.公司', '用户@例子.公司'],
  ])('%j is stored as %j', (typed, expected) => {
    expect(stored(typed)).toBe(expected)
    expect(signInInput.parse({ email: typed, password: 'x' }).email).toBe(expected)
    expect(updateEmailInput.parse({ newEmail: typed, password: 'x' }).newEmail).toBe(expected)
    expect(forgotPasswordInput.parse({ email: typed }).email).toBe(expected)
  })

  test('has one stored form', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        const once = forgotPasswordInput.safeParse({ email: address.toUpperCase() })
        if (!once.success) return
        expect(forgotPasswordInput.parse({ email: once.data.email }).email).toBe(once.data.email)
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
    'ada\u0085@example.com',
  ])('%j is none', (email) => {
    for (const [schema, field] of [
      [registerInput, 'email'],
      [forgotPasswordInput, 'email'],
      [updateEmailInput, 'newEmail'],
    ] as const) {
      const input = { ...READER, email, newEmail: email }
      expect(complaints(schema, input)).toEqual({ [field]: [BAD_ADDRESS] })
    }
  })

  test('has at most 254 characters', () => {
    const email = (length: number) => `${'a'.repeat(length - 12)}@example.com`
    expect(complaints(registerInput, { ...READER, email: email(254) })).toBeNull()
    expect(complaints(registerInput, { ...READER, email: email(255) })).toEqual({
      email: ['Please use at most 254 characters.'],
    })
  })

  test('that cannot exist is a wrong one at sign-in, not a malformed one', () => {
    expect(complaints(signInInput, { email: 'nobody', password: 'x' })).toBeNull()
    expect(firstComplaint(signInInput, { email: 'a'.repeat(1001), password: 'x' })).toBe(
      'Please use at most 1000 characters.',
    )
  })

  test('holds nothing that a database cannot look for', () => {
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
  ])('%j', (name, complaint) => {
    expect(firstComplaint(registerInput, { ...READER, name })).toBe(complaint)
  })

  test('is trimmed and in one form', () => {
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
    expect(firstComplaint(schema, withPassword('12345'))).toBe(
      'Password must be at least 6 characters.',
    )
    expect(firstComplaint(schema, withPassword('123456'))).toBeNull()
    expect(firstComplaint(schema, withPassword('x'.repeat(256)))).toBeNull()
    expect(firstComplaint(schema, withPassword('x'.repeat(257)))).toBe(
      'Password must be at most 256 characters.',
    )
    expect(firstComplaint(schema, withPassword('x'.repeat(2 ** 20)))).toBe(
      'Password must be at most 256 characters.',
    )
  })

  test('is taken as it is typed', () => {
    const password = '  päss wörd\u0000🦉 '
    expect(registerInput.parse({ ...READER, password }).password).toBe(password)
  })

  test('is typed twice alike', () => {
    expect(
      complaints(resetPasswordForm, { newPassword: 'secret1', confirmNewPassword: 'secret2' }),
    ).toEqual({ confirmNewPassword: ['Passwords do not match.'] })
    expect(
      complaints(changePasswordInput, {
        oldPassword: 'x',
        newPassword: 'secret1',
        confirmNewPassword: 'secret2',
      }),
    ).toEqual({ confirmNewPassword: ['New passwords do not match.'] })
  })
})

describe('the terms', () => {
  test('have to be agreed to on the page', () => {
    expect(complaints(registerForm, READER)).toEqual({
      terms: ['Please agree to the Terms of Service and the Privacy Policy.'],
    })
    expect(complaints(registerForm, { ...READER, terms: 'on' })).toBeNull()
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

  test.each(['12345', '1234567', 'abcdef', '１２３４５６', '12345a'])('%j is none', (code) => {
    expect(complaints(verifyEmailInput, { code })).toEqual({ code: ['The code has six digits.'] })
  })
})

describe('a choice of session', () => {
  test.each(['0', '-1', '1.5', '', '1e3', ' 1', '2147483648', '9999999999', '1;DROP'])(
    '%j is none',
    (session) => {
      expect(sessionChoice.safeParse({ session }).success).toBe(false)
    },
  )

  test.each(['1', '2147483647'])('%s is one', (session) => {
    expect(sessionChoice.parse({ session })).toEqual({ session: Number(session) })
  })
})
