import { beforeAll, describe, expect, test } from 'vitest'
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

describe.each(BODIES)('%s %s', (method, path, needs, good, required) => {
  let session: { token?: string } = {}
  beforeAll(async () => {
    if (needs) session = { token: (await newReader(origin)).token }
  })
  const send = (json: unknown) => call(path, { method, json, ...session })

  test('names each missing, blank, or non-text field', async () => {
    for (const field of Object.keys(good)) {
      for (const value of [undefined, null, '', ' ', 5, true, ['x'], { a: 1 }]) {
        const answer = await send({ ...good, [field]: value })
        expectRefusal(answer, 400, required)
        expect(answer.json.errors).toEqual({ [field]: [required] })
      }
    }
  })

  test.each([
    'null',
    '[]',
    '"text"',
    '5',
    '{}',
    '[[[[]]]]',
    `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`,
  ])('rejects %.20s', async (json) => {
    expectRefusal(await send(json), 400, required)
  })

  test.each(['{', 'a=b', '{"a":1}x', "{'a':1}", '\u0000'])(
    'rejects invalid JSON: %j',
    async (json) => {
      expectRefusal(await send(json), 400, 'Request body must be valid JSON.')
    },
  )

  test('rejects more than 64 KB', async () => {
    const fits = JSON.stringify({ a: 'x'.repeat(65_536 - 8) })
    expect(fits).toHaveLength(65_536)
    expectRefusal(await send(fits), 400, required)
    const answer = await send(`${fits} `)
    expect(answer.status).toBe(413)
    expect(answer.json).toEqual({
      success: false,
      message: 'The request is larger than 64 KB. Please shorten it and try again.',
    })
  })

  test('lists its method for other methods', async () => {
    for (const other of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].filter(
      (name) => name !== method,
    )) {
      const answer = await call(path, { method: other })
      expectRefusal(answer, 405, `${other} requests are not supported at this address.`)
      expect(answer.headers.get('Allow')).toBe(method)
    }
    expect((await call(path, { method: 'HEAD' })).status).toBe(405)
    const odd = await call(path, { method: 'PROPFIND' })
    expect({ status: odd.status, json: odd.json }).toEqual({
      status: 405,
      json: { success: false, message: 'PROPFIND requests are not supported at this address.' },
    })
  })

  if (needs) {
    test('requires a session', async () => {
      expectRefusal(await call(path, { method, json: good }), 401, NO_SESSION)
      expectRefusal(
        await call(path, { method, json: good, token: 'x' }),
        401,
        'Invalid or expired token',
      )
    })
  }
})
