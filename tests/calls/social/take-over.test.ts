import { describe, expect, test } from 'vitest'
import { type Browser, departAndReturn, locationOf, signIn } from './browser.ts'
import { newPerson, PASSWORD, withProviders } from './product.ts'

const social = withProviders()
const { browser, codeSentTo, register } = social

const PAGE = '/login/take-over'
const textOf = async (its: Browser, path: string) => (await its.get(path)).text()

/** The owner of a squatted address, back from Google. */
async function ownerAndSquatter(query = '') {
  const person = newPerson()
  const squatter = await register(person.email)
  social.openId.person = person
  const its = browser()
  const location = locationOf(await signIn(its, 'google', { query }))
  return { person, squatter, its, location }
}

async function resetLink(email: string): Promise<string> {
  await browser().post('/reset-password', { email })
  const find = async () => {
    const emails = (await textOf(browser(), '/dev/mail')).split('<article')
    const own = emails.filter((html) => html.includes(email)).join('')
    return /\/reset-password\/[\w-]{43}/.exec(own)?.[0] ?? ''
  }
  await expect.poll(find, { interval: 20, timeout: 20_000 }).not.toBe('')
  return find()
}

describe('an account that nobody has confirmed', () => {
  test('is taken over only after the page has listed what will be removed', async () => {
    const { person, squatter, its, location } = await ownerAndSquatter(
      '?redirectTo=%2Fsettings%3Fa%3D1',
    )
    expect(location).toBe(`${PAGE}?redirectTo=%2Fsettings%3Fa%3D1`)
    const page = await its.get(location)
    expect(page.status).toBe(200)
    expect(page.headers.get('Cache-Control')).toBe('private, no-store')
    const html = await page.text()
    for (const text of [
      person.email,
      'nobody has confirmed',
      'its password',
      'every other way to sign in, including two-factor sign-in',
      'all signed-in devices',
      'Continue with Google',
    ]) {
      expect(html).toContain(text)
    }
    expect(await squatter.reader()).toMatchObject({ emailVerified: false })
    expect(await its.reader()).toBeNull()
    // Only its own button confirms.
    expect((await its.post(location, {})).status).toBe(400)
    expect(await its.reader()).toBeNull()

    const done = await its.post(location, { agree: 'yes' })
    expect([done.status, locationOf(done)]).toEqual([303, '/settings?a=1'])
    expect(await its.reader()).toMatchObject({ email: person.email, emailVerified: true })
    expect(await squatter.reader()).toBeNull()
    const login = { email: person.email, password: PASSWORD }
    expect((await browser().post('/login', login)).status).toBe(401)
  })

  test('can be taken over once, in the same browser', async () => {
    const { its } = await ownerAndSquatter()
    const cookies = new Map(its.cookies)
    expect(locationOf(await browser().post(PAGE, { agree: 'yes' }))).toMatch(/^\/login\?error=/)
    expect((await its.post(PAGE, { agree: 'yes' })).status).toBe(303)
    const thief = browser()
    thief.cookies = cookies
    expect(locationOf(await thief.post(PAGE, { agree: 'yes' }))).toMatch(/^\/login\?error=/)
    expect(await thief.reader()).toBeNull()
  })

  test('cannot be taken over with a forged cookie', async () => {
    const { its } = await ownerAndSquatter()
    const { value } = its.cookies.get('readr_take_over')!
    const [head, body, signature] = value.split('.') as [string, string, string]
    const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as {
      identity: { email: string }
    }
    payload.identity.email = 'another@example.com'
    const forged = Buffer.from(JSON.stringify(payload)).toString('base64url')
    await departAndReturn(its, 'google')
    const other = [...its.cookies].find(([name]) => name.startsWith('readr_social_'))![1].value
    for (const wrong of [`${head}.${forged}.${signature}`, other, 'nonsense']) {
      const thief = browser()
      thief.cookies.set('readr_take_over', { value: wrong, path: '/' })
      expect((await thief.get(PAGE)).status).toBe(303)
      expect(locationOf(await thief.post(PAGE, { agree: 'yes' }))).toMatch(/^\/login\?error=/)
    }
  })

  test('keeps its password and is linked if it is confirmed first', async () => {
    const { person, squatter, its } = await ownerAndSquatter()
    const code = await codeSentTo(person.email)
    expect((await squatter.post('/verify', { code })).status).toBe(303)
    expect((await its.post(PAGE, { agree: 'yes' })).status).toBe(303)
    expect(await its.reader()).toMatchObject({ isSocialAuthenticated: false })
    const login = { email: person.email, password: PASSWORD }
    expect((await browser().post('/login', login)).status).toBe(303)
  })
})

test('a provider cannot be added to an account with an unconfirmed address', async () => {
  const { email } = newPerson()
  const squatter = await register(email)
  expect(await textOf(squatter, '/settings')).toContain('confirm your email address first')
  const add = { intent: 'add-provider', provider: 'google', password: PASSWORD }
  const refused = await squatter.post('/settings', add)
  expect(refused.status).toBe(403)
  expect(await refused.text()).not.toContain('?add=')
})

test('a provider is not added if the address became unconfirmed in between', async () => {
  const { email } = newPerson()
  const its = await register(email)
  await its.post('/verify', { code: await codeSentTo(email) })
  const add = { intent: 'add-provider', provider: 'google', password: PASSWORD }
  const page = await (await its.post('/settings', add)).text()
  const [, query] = /href="\/api\/auth\/google(\?add=[^"]+)"/.exec(page)!
  const back = await departAndReturn(its, 'google', query)
  const move = { intent: 'update-email', newEmail: newPerson().email, password: PASSWORD }
  expect((await its.post('/settings', move)).status).toBe(303)
  expect(locationOf(await its.get(back.href))).toBe('/settings')
  expect(await textOf(its, '/settings')).toContain(
    'Google was not added. Please confirm your email address first.',
  )
})

test('an account that was moved to somebody else’s address is lost to a reset', async () => {
  const { email } = newPerson()
  const squatter = await register(email)
  await squatter.post('/verify', { code: await codeSentTo(email) })
  const add = { intent: 'add-provider', provider: 'google', password: PASSWORD }
  const [, query] = /href="\/api\/auth\/google(\?add=[^"]+)"/.exec(
    await (await squatter.post('/settings', add)).text(),
  )!
  expect(locationOf(await signIn(squatter, 'google', { query }))).toBe('/settings')
  expect(await textOf(squatter, '/settings')).toContain('The new way to sign in was added.')
  const victim = newPerson().email
  const move = { intent: 'update-email', newEmail: victim, password: PASSWORD }
  expect((await squatter.post('/settings', move)).status).toBe(303)
  const link = await resetLink(victim)
  expect(await textOf(browser(), link)).toContain('removes every other way to sign in')
  const form = { newPassword: 'of the owner', confirmNewPassword: 'of the owner' }
  expect(locationOf(await browser().post(link, form))).toBe('/reset-password/done')
  const again = browser()
  await signIn(again, 'google')
  expect((await again.reader())?.email).not.toBe(victim)
  const owner = browser()
  await owner.post('/login', { email: victim, password: 'of the owner' })
  expect(await owner.reader()).toMatchObject({ email: victim, emailVerified: true })
})

test('unfinished sign-ins keep only the newest cookies', async () => {
  const its = browser()
  const callbacks = []
  for (let i = 0; i < 8; i++) callbacks.push(await departAndReturn(its, 'google'))
  expect([...its.cookies.keys()].filter((name) => name.startsWith('readr_social_'))).toHaveLength(3)
  expect(locationOf(await its.get(callbacks.at(-1)!.href))).toBe('/browse?isSocial=true')
})
