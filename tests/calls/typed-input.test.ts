import { describe, expect, test } from 'vitest'
import { newReader, PASSWORD } from './accounts-client.ts'
import { origin } from './client.ts'

const PAIRS = 'application/x-www-form-urlencoded'
const PAGE = { Accept: 'text/html', 'Content-Type': PAIRS }

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...PAGE, ...headers },
    body,
  })

const sealedIn = (html: string) => /name="typed" value="([^"]+)"/.exec(html)?.[1]

const NAME = `<script>alert(1)</script>" onfocus="x`
const form = (reader: string, more: Record<string, string> = {}) =>
  `${new URLSearchParams({ reader, intent: 'update-name', name: NAME, ...more })}`

/** The login page with the input, after a session has ended. */
async function askToSignIn(body: string, path = '/settings') {
  const first = await post(path, body, { Referer: `${origin}/settings?from=here` })
  expect(first.status).toBe(307)
  const to = first.headers.get('Location')!
  expect(to).toMatch(/^\/login\?redirectTo=%2Fsettings%3Ffrom%3Dhere&typed=/)
  const page = await post(to, body)
  expect(page.status).toBe(200)
  return { page, html: await page.text() }
}

test('the input travels encrypted, without passwords, and comes back escaped', async () => {
  const reader = await newReader(origin)
  const body = form(reader.id, { password: 'hunter22', code: '123456' })
  const { page, html } = await askToSignIn(body)
  expect(page.headers.get('Cache-Control')).toBe('private, no-store')
  expect(html).not.toContain('alert(1)')
  expect(html).not.toContain('hunter22')
  const sealed = sealedIn(html)!
  const login = new URLSearchParams({ email: reader.email, password: PASSWORD, typed: sealed })
  const answer = await post('/login?redirectTo=%2Fsettings&carries=', `${login}`)
  expect(answer.status).toBe(307)
  expect(answer.headers.get('Location')).toBe('/settings?typed=')
  const Cookie = `readr_session=${reader.web['readr_session']}`
  const toForm = await post('/settings?typed=', `${login}`, { Cookie })
  expect(toForm.status).toBe(303)
  const [kept] = toForm.headers.getSetCookie()
  expect(kept).toMatch(/; HttpOnly; SameSite=Lax/)
  const shown = await fetch(origin + toForm.headers.get('Location')!, {
    headers: { Cookie: `${Cookie}; ${kept!.split(';', 1)[0]}` },
  })
  expect(shown.status).toBe(200)
  const filled = await shown.text()
  expect(filled).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot; onfocus=&quot;x')
  expect(filled).not.toContain('<script>alert(1)')
  expect(filled).not.toContain('hunter22')
  // Its forms are sent, and not shown a third time.
  for (const [tag] of filled.matchAll(/<form\b[^>]*method="post"[^>]*>/g)) {
    expect(tag).toMatch(/ action="(?!\/settings\?typed)/)
  }
  // Nothing was changed.
  const after = await fetch(`${origin}/settings`, { headers: { Cookie } })
  expect(await after.text()).not.toContain('alert(1)')
})

test('nobody else gets a page with the input', async () => {
  const reader = await newReader(origin)
  await askToSignIn(form(reader.id))
  const visitor = await fetch(`${origin}/login?redirectTo=%2Fsettings`)
  expect(sealedIn(await visitor.text())).toBeUndefined()
})

test('a field that was changed, or comes from elsewhere, shows nothing', async () => {
  const reader = await newReader(origin)
  const Cookie = `readr_session=${reader.web['readr_session']}`
  const { html } = await askToSignIn(form(reader.id))
  const sealed = sealedIn(html)!
  const flipped = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
  for (const typed of [flipped, 'x', '', `${sealed.slice(0, 40)}..`, 'e'.repeat(10_000)]) {
    const page = await post('/settings?typed=', `${new URLSearchParams({ typed })}`, { Cookie })
    expect(page.status).toBe(303)
    expect(page.headers.get('Location')).toBe('/settings')
  }
})

test('what is too long to travel is refused with a reason, or leads to the login page', async () => {
  const reader = await newReader(origin)
  const long = 'x'.repeat(2 ** 20)
  const refused = await post('/login?typed=x', `a=${long}${long}`)
  expect(refused.status).toBe(413)
  const answer = await post('/admin/books/new/file', form(reader.id, { source: long }))
  expect(answer.status).toBe(303)
  expect(answer.headers.get('Location')).toBe('/login?redirectTo=%2Fadmin%2Fbooks%2Fnew%2Ffile')
})

test('another site cannot fill a form', async () => {
  const body = `${new URLSearchParams({ intent: 'update-name', name: 'Mallory' })}`
  const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
  expect((await post('/settings?typed=%2Fsettings', body, headers)).status).toBe(403)
})

describe('input that fits into a cookie', () => {
  const valueIn = (answer: Response) =>
    /^readr_typed=([^;]*)/m.exec(answer.headers.getSetCookie().join('\n'))?.[1]

  /** The login page and the cookie, in a browser with cookies whose session has ended. */
  async function refuse(body: string, path = '/settings') {
    const headers = { Referer: `${origin}${path}`, Cookie: 'readr_device=x' }
    const first = await post(path, body, headers)
    const second = await post(first.headers.get('Location')!, body, headers)
    expect(second.status).toBe(303)
    const login = second.headers.get('Location')!
    expect(login).toMatch(/^\/login\?redirectTo=/)
    const page = new URL(login, origin).searchParams.get('redirectTo')!
    return { login, page, typed: valueIn(second)! }
  }
  const open = (path: string, reader: { web: Record<string, string> } | null, typed: string) =>
    fetch(origin + path, {
      redirect: 'manual',
      headers: {
        Cookie: `readr_typed=${typed}${reader ? `; readr_session=${reader.web['readr_session']}` : ''}`,
      },
    })

  test.each<[string, Record<string, string>]>([
    ['/settings', { intent: 'update-name', name: NAME }],
    ['/summaries/walden/correction', { problem: NAME }],
  ])('waits for any sign-in to %s, and pages can be opened again', async (path, fields) => {
    const reader = await newReader(origin)
    const body = new URLSearchParams({ reader: reader.id, ...fields, password: 'hunter22' })
    const { login, page, typed } = await refuse(`${body}`, path)
    for (const _ of ['opened', 'opened again']) {
      const html = await (await open(login, null, typed)).text()
      expect(html).toContain('anything you typed comes back')
      expect(html).toContain(`/api/auth/google?${new URLSearchParams({ redirectTo: page })}`)
      expect(sealedIn(html)).toBeUndefined()
      const filled = await (await open(page, reader, typed)).text()
      expect(filled).toContain('hasn’t been sent yet')
      expect(filled).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
      expect(filled).not.toContain('hunter22')
    }
  })

  test('is shown to nobody else, and not after it was sent or replaced', async () => {
    const reader = await newReader(origin)
    const { page, typed } = await refuse(form(reader.id, { name: 'Zoë' }))
    const isShown = async (...of: Parameters<typeof open>) =>
      (await (await open(...of)).text()).includes('hasn’t been sent yet')
    expect(await isShown(page, reader, typed)).toBe(true)
    const other = await refuse(form(reader.id, { name: 'Other' }))
    expect(await isShown(page, reader, other.typed)).toBe(false)
    expect(await isShown('/settings', reader, typed)).toBe(false)
    expect(await isShown(page, reader, `${typed.slice(0, -4)}AAAA`)).toBe(false)
    const cookies = `readr_typed=${typed}; readr_session=${reader.web['readr_session']}`
    const refused = await post('/settings', form(reader.id, { name: '' }), { Cookie: cookies })
    expect([refused.status, valueIn(refused)]).toEqual([400, undefined])
    const sent = await post('/settings', form(reader.id, { name: 'Zoë' }), { Cookie: cookies })
    expect([sent.status, valueIn(sent)]).toEqual([303, ''])
  })

  test('goes when its reader logs out, but not when they log in as someone else', async () => {
    const reader = await newReader(origin)
    const { typed } = await refuse(form(reader.id, { name: 'Zoë' }))
    const logOut = async (path: string, who: { web: Record<string, string> }) =>
      valueIn(
        await post(path, '', {
          Cookie: `readr_typed=${typed}; readr_session=${who.web['readr_session']}`,
        }),
      )
    expect(await logOut('/logout?redirectTo=%2Fsettings', reader)).toBeUndefined()
    expect(await logOut('/logout', await newReader(origin))).toBe('')
  })

  test('also waits while another reader is signed in', async () => {
    const [first, second] = await Promise.all([newReader(origin), newReader(origin)])
    const headers = { Cookie: `readr_session=${second.web['readr_session']}` }
    const body = form(first.id)
    const refused = await post('/settings', body, headers)
    const asked = await post(refused.headers.get('Location')!, body, headers)
    expect(asked.status).toBe(303)
    const typed = valueIn(asked)!
    const html = await (await open(asked.headers.get('Location')!, second, typed)).text()
    const page = /href="(\/settings\?typed=[^"]+)"/.exec(html)![1]!
    expect(await (await open(page, second, typed)).text()).toContain('hasn’t been sent yet')
  })

  test('longer input says that only a password keeps it', async () => {
    const body = form('0'.repeat(24), { name: 'x'.repeat(3000) })
    const headers = { Cookie: 'readr_device=x' }
    const first = await post('/settings', body, headers)
    const page = await post(first.headers.get('Location')!, body, headers)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('is lost if')
  })
})
