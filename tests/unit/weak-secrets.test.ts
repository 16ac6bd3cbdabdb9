import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readEnv } from '#app/platform/env.server.ts'
import { isWeakSecret } from '#app/platform/weak-secrets.server.ts'

const newSecret = () => randomBytes(32).toString('base64')

describe('a secret', () => {
  test.each([
    'k'.repeat(40),
    'changeme'.repeat(4),
    'secret12'.repeat(5).slice(0, 38),
    'abcdefghijklmnopqrstuvwxyz012345',
    '01234567890123456789012345678901',
    'ababababababababababababababcdcd',
  ])('is weak: %s', (secret) => expect(isWeakSecret(secret)).toBe(true))

  test('is strong if it is random', () => {
    for (let i = 0; i < 1000; i++) {
      const bytes = randomBytes(32)
      for (const encoding of ['base64', 'hex', 'base64url'] as const) {
        const secret = bytes.toString(encoding)
        expect(isWeakSecret(secret), secret).toBe(false)
      }
    }
  })
})

describe('the configuration', () => {
  const read = (variables: Record<string, string>) => () => readEnv({ DEMO: '1', ...variables })

  test('refuses weak secrets', () => {
    for (const name of ['AUTH_SECRETS', 'METRICS_TOKEN', 'MOBILE_WEBHOOK_SECRET']) {
      expect(read({ [name]: 'k'.repeat(40) })).toThrow(`${name}: is easy to guess`)
    }
    expect(read({ AUTH_SECRETS: `${newSecret()},${'k'.repeat(40)}` })).toThrow(
      'move it to RETIRED_SECRETS',
    )
  })

  test('refuses one secret in two places', () => {
    const [secret, other] = [newSecret(), newSecret()]
    expect(read({ AUTH_SECRETS: `${secret},${secret}` })).toThrow(
      'AUTH_SECRETS: contains the same secret twice',
    )
    for (const name of ['METRICS_TOKEN', 'MOBILE_WEBHOOK_SECRET', 'RETIRED_SECRETS']) {
      expect(read({ AUTH_SECRETS: `${other},${secret}`, [name]: secret })).toThrow(
        `${name}: must not be the same secret as in AUTH_SECRETS`,
      )
    }
  })

  test('accepts a weak secret once it is retired', () => {
    const source = { DEMO: '1', AUTH_SECRETS: newSecret(), RETIRED_SECRETS: 'k'.repeat(40) }
    expect(readEnv(source).retiredSecrets).toEqual(['k'.repeat(40)])
  })
})
