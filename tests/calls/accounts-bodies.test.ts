import { describe, expect, test } from 'vitest'
import { expectRefusal, newReader, NO_SESSION } from './accounts-client.ts'
import { call, origin } from './client.ts'

const BODIES: [string, string, string, Record<string, string>, string][] = [
  [
    'POST',
    '/api/auth/login',
    '',
    { email: 'a@example.com', password: 'x' },
    'Email and password are required.',
  ],
  [
    'POST',
    '/api/auth/register',
    '',
    { name: 'A', email: 'a@example.com', password: 'secret1' },
    'All fields are required.',
  ],
  [
    'POST',
    '/api/auth/forgot-password',
    '',
    { email: 'a@example.com' },
    'Please enter your email address.',
  ],
  [
    'PUT',
    '/api/auth/reset-password/x',
    '',
    { newPassword: 'secret1' },
    'Please enter a new password.',
  ],
  [
    'PUT',
    '/auth/update-email',
    'session',
    { newEmail: 'a@example.com', password: 'x' },
    'Email and password are required.',
  ],
  [
    'PUT',
    '/auth/change-password',
    'session',
    { oldPassword: 'x', newPassword: 'secret1', confirmNewPassword: 'secret1' },
    'All fields are required.',
  ],
]

describe('the body of a call', () => {
  test.each(BODIES)(
    'to %s %s names each missing field',
    async (...[method, path, needs, good, required]) => {
      const session = needs ? { token: (await newReader(origin)).token } : {}
      for (const field of Object.keys(good)) {
        const answer = await call(path, { method, json: { ...good, [field]: '' }, ...session })
        expectRefusal(answer, 400, required)
        expect(answer.json.errors).toEqual({ [field]: [required] })
      }
    },
  )

  const send = (json: unknown) => call('/api/auth/login', { method: 'POST', json })
  const REQUIRED = 'Email and password are required.'

  test.each([
    'null',
    '[]',
    '"text"',
    '5',
    '{}',
    `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`,
  ])('cannot be %.20s', async (json) => {
    expectRefusal(await send(json), 400, REQUIRED)
  })

  test.each(['{', 'a=b', '{"a":1}x', "{'a':1}", '\u0000'])('is JSON, not %j', async (json) => {
    expectRefusal(await send(json), 400, 'Request body must be valid JSON.')
  })

  test('has at most 64 KB', async () => {
    const fits = JSON.stringify({ a: 'x'.repeat(65_536 - 8) })
    expect(fits).toHaveLength(65_536)
    expectRefusal(await send(fits), 400, REQUIRED)
    const answer = await send(`${fits} `)
    expect(answer.status).toBe(413)
    expect(answer.json).toEqual({
      success: false,
      message: 'The request is larger than 64 KB. Please shorten it and try again.',
    })
  })
})

test('a call lists its method for other methods', async () => {
  const path = '/auth/update-email'
  for (const other of ['GET', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']) {
    const answer = await call(path, { method: other })
    expect(answer.status, other).toBe(405)
    expect(answer.json).toEqual({
      success: false,
      message: `${other} requests are not supported at this address.`,
    })
    if (other !== 'PROPFIND') expect(answer.headers.get('Allow')).toBe('PUT')
  }
  expect((await call(path, { method: 'HEAD' })).status).toBe(405)
})

test.each(BODIES.filter(([, , needs]) => needs))(
  '%s %s requires a session',
  async (method, path, _, json) => {
    expectRefusal(await call(path, { method, json }), 401, NO_SESSION)
    expectRefusal(await call(path, { method, json, token: 'x' }), 401, 'Invalid or expired token')
  },
)
