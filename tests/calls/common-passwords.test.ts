import { describe, expect, test } from 'vitest'
import { valueOf } from './accounts-client.ts'
import { call, origin } from './client.ts'

describe('a common password', () => {
  test('is in a list that pages fetch on demand', async () => {
    const list = await fetch(`${origin}/common-passwords.txt`, {
      headers: { 'Accept-Encoding': 'br' },
    })
    expect(list.status).toBe(200)
    expect(list.headers.get('Cache-Control')).toBe('no-cache')
    expect(list.headers.get('Content-Encoding')).toBe('br')
    const words = (await list.text()).split('\n')
    expect(words.length).toBeGreaterThan(8000)
    expect(words.length).toBeLessThanOrEqual(10_000)
    expect(words.slice(0, 2)).toEqual(['123456', 'password'])
    expect(words.every((word) => word.length >= 6 && word === word.toLowerCase())).toBe(true)
    const { text } = await call('/register')
    expect(text).toContain('data-common-for="register-password"')
    expect(text.length).toBeLessThan(60_000)
  })

  /** Whether the page shows the warning, which is also in an attribute for the script. */
  const warns = async (path: string, cookies: Record<string, string>) =>
    />This is one of the 10,000/.test((await call(path, { cookies })).text)

  test('is accepted, and the next page warns once, without a script', async () => {
    const created = await call('/register', {
      form: { name: 'Ada', email: 'common@example.com', password: 'Password1', terms: 'on' },
    })
    expect([created.status, created.headers.get('Location')]).toEqual([303, '/subscribe'])
    const cookies = { readr_session: valueOf(created.cookies['readr_session']) }
    expect(await warns('/subscribe', cookies)).toBe(true)
    expect(await warns('/subscribe', cookies)).toBe(false)
    const changed = await call('/settings', {
      cookies,
      form: {
        intent: 'change-password',
        oldPassword: 'Password1',
        newPassword: 'iloveyou',
        confirmNewPassword: 'iloveyou',
      },
    })
    expect(changed.status).toBe(303)
    expect(await warns('/settings', cookies)).toBe(true)
    const good = await call('/settings', {
      cookies,
      form: {
        intent: 'change-password',
        oldPassword: 'iloveyou',
        newPassword: 'seven-green-kettles',
        confirmNewPassword: 'seven-green-kettles',
      },
    })
    expect(good.status).toBe(303)
    expect(await warns('/settings', cookies)).toBe(false)
  })
})
