import { describe, expect, test } from 'vitest'
import { origin } from './client.ts'
import { ask, newReader, PASSWORD, valueOf } from './accounts-client.ts'

const choose = (form: Record<string, string>, cookies = {}) =>
  ask(origin, '/appearance', { form, cookies })
const htmlTag = (html: string) => /<html[^>]*>/.exec(html)?.[0] ?? ''

describe('a choice of theme and type', () => {
  test('is stored on the device and returns to the page', async () => {
    const answer = await choose({ theme: 'dark', back: '/about?x=1' })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('Location')).toBe('/about?x=1')
    expect(answer.cookies['readr_look']).toMatch(
      /^readr_look=dark\.3\.medium\.serif; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax/,
    )
  })

  test('changes one setting and keeps the others', async () => {
    const answer = await choose({ size: '5' }, { readr_look: 'light.2.wide.sans' })
    expect(valueOf(answer.cookies['readr_look'])).toBe('light.5.wide.sans')
  })

  test('is rejected if it is invalid', async () => {
    for (const form of [{ theme: 'pink' }, { size: '9' }, { back: '/' }]) {
      const answer = await choose(form as never)
      expect(answer.status).toBe(400)
      expect(answer.cookies).toEqual({})
    }
  })

  test('does not redirect to another site', async () => {
    for (const back of ['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere']) {
      const answer = await choose({ theme: 'dark', back })
      expect(answer.headers.get('Location')).toBe('/')
    }
  })
})

describe('a visitor’s cached page', () => {
  test('is shared by everyone with the same settings', async () => {
    const get = (look?: string) =>
      ask(origin, '/summaries/walden', look === undefined ? {} : { cookies: { readr_look: look } })
    const plain = await get()
    const dark = await get('dark.3.medium.serif')
    expect(htmlTag(plain.text)).not.toContain('data-theme')
    expect(htmlTag(dark.text)).toContain('data-theme="dark"')
    expect((await get('dark.3.medium.serif')).text).toBe(dark.text)
    expect((await get()).text).toBe(plain.text)
    expect(dark.headers.get('ETag')).not.toBe(plain.headers.get('ETag'))
    expect(dark.headers.get('Vary')).toContain('Cookie')
    // Invalid cookies count as no cookie.
    for (const look of ['pink.3.medium.serif', 'dark.3.medium.serif.x', '<script>', '']) {
      const answer = await get(look)
      expect(answer.headers.get('ETag')).toBe(plain.headers.get('ETag'))
    }
  })
})

describe('a reader’s appearance', () => {
  test('applies to a device without settings, and not to one with settings', async () => {
    const reader = await newReader(origin)
    await choose({ theme: 'dark', face: 'sans' }, reader.web)
    const form = { email: reader.email, password: PASSWORD }
    const signedIn = await ask(origin, '/login', { form })
    const elsewhere = { readr_session: valueOf(signedIn.cookies['readr_session']) }
    const home = await ask(origin, '/settings', { cookies: elsewhere })
    expect(htmlTag(home.text)).toContain('data-theme="dark"')
    expect(htmlTag(home.text)).toContain('data-face="sans"')
    const own = await ask(origin, '/settings', {
      cookies: { ...elsewhere, readr_look: 'light.3.medium.serif' },
    })
    expect(htmlTag(own.text)).toContain('data-theme="light"')
    expect(htmlTag(own.text)).not.toContain('data-face')
  })
})
