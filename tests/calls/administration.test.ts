import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { LIMITS } from '#app/accounts/rules/rate-limits.ts'
import { MAX_UPLOAD_BYTES } from '#app/catalogue/rules/audio/formats.ts'
import { HEADINGS_BEFORE_IDEAS, SPECIAL_HEADINGS } from '#app/catalogue/rules/summary/parse.ts'
import { version } from '#app/platform/version.server.ts'
import { bookFile, coverPng } from '#tests/store/books.ts'
import { changeRows, type Product, runProduct, startProduct } from '#tests/setup/product.ts'
import { mp3Tone } from '#tests/setup/sounds.ts'
import { ask, emailsTo, newAdmin, newReader, PASSWORD, type Reader } from './accounts-client.ts'
import { confirmAddress } from './app-keys.ts'

let product: Product
let admin: Reader

beforeAll(async () => {
  product = await startProduct('content', { RATE_LIMIT_FACTOR: '1000' })
  admin = await newAdmin(product)
})
afterAll(() => product.stop())

const numberOf = (reader: Reader) => Number.parseInt(reader.id, 16)
const pageOf = (reader: Reader) => `/admin/readers/${numberOf(reader)}`
const changeOf = (reader: Reader, change: string) => `${pageOf(reader)}/change/${change}`
const asAdmin = (path: string, form?: Record<string, string>) =>
  ask(product.origin, path, { cookies: admin.web, ...(form ? { form } : {}) })

test('only administrators have a link to it, in the bar and in the drawer', async () => {
  const links = (text: string) => text.split('href="/admin"').length - 1
  expect(links((await asAdmin('/browse/books')).text)).toBe(2)
  const reader = await newReader(product.origin)
  expect(links((await ask(product.origin, '/browse/books', { cookies: reader.web })).text)).toBe(0)
  expect((await ask(product.origin, '/browse/books')).text).not.toMatch(/href="\/admin|isAdmin/)
})

test('no spelling of the address opens the administration, and it is never cached', async () => {
  const reader = await newReader(product.origin)
  for (const path of ['/ADMIN/readers', '/admin/', '//admin', '/%61dmin', '/admin/readers.data']) {
    const { status, text } = await ask(product.origin, path, { cookies: reader.web })
    expect([400, 403, 404], path).toContain(status)
    expect(text).not.toContain(admin.email)
  }
  const { headers } = await asAdmin('/admin')
  expect(headers.get('Cache-Control')).toBe('private, no-store')
  expect(headers.get('X-Robots-Tag')).toBe('noindex')
})

test('a reader is found and gets full access until a day', async () => {
  const reader = await newReader(product.origin)
  const found = await asAdmin(`/admin/readers?search=${encodeURIComponent(reader.email)}`)
  expect(found.text).toContain(`href="${pageOf(reader)}"`)

  const refused = await asAdmin(pageOf(reader), { intent: 'grant', until: '2020-01-01' })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('This day is in the past.')
  expect(refused.text).toContain('value="2020-01-01"')
  expect((await asAdmin(pageOf(reader), { intent: 'grant', until: 'soon' })).status).toBe(400)

  const day = `${new Date().getUTCFullYear() + 1}-06-30`
  const granted = await asAdmin(pageOf(reader), { intent: 'grant', until: day })
  expect(granted.status).toBe(303)
  const whole = await ask(product.origin, '/api/books/subscribed', { token: reader.token })
  expect(whole.status).toBe(200)
  const location = granted.headers.get('Location')!
  const page = await asAdmin(location)
  expect(page.text).toContain('Full access has been granted.')
  expect(page.text).toContain(`until ${day}`)
  const slip = await asAdmin(location, { intent: 'grant', until: 'soon' })
  expect(slip.text, 'the earlier flash message').not.toContain('Full access has been granted.')

  expect((await asAdmin(pageOf(reader), { intent: 'revoke' })).status).toBe(303)
  const cut = await ask(product.origin, '/api/books/subscribed', { token: reader.token })
  expect(cut.status).toBe(403)
})

test('a reader’s sessions are ended after a page that asks for the reason', async () => {
  const reader = await newReader(product.origin)
  const path = changeOf(reader, 'sign-out')
  expect((await asAdmin(pageOf(reader))).text).toContain(`href="${path}"`)
  expect((await asAdmin(path)).text).toContain('The reader is signed out in all browsers and apps.')
  const refused = await asAdmin(path, {})
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining('Please enter the reason.'),
  ])
  expect((await asAdmin(path, { reason: 'Lost a phone' })).status).toBe(303)
  expect((await ask(product.origin, '/api/auth/me', { token: reader.token })).status).toBe(401)
  expect((await ask(product.origin, '/settings', { cookies: reader.web })).status).toBe(302)
  expect((await asAdmin(pageOf(reader))).text).toContain('Lost a phone')
  expect((await asAdmin(changeOf(reader, 'anything'))).status).toBe(404)
})

test('a suspended reader can use no session, token, or sign-in, and reads whom to write to', async () => {
  const reader = await newReader(product.origin)
  const path = changeOf(reader, 'suspend')
  const suspended = await asAdmin(path, { reason: 'Shares the account' })
  expect((await asAdmin(suspended.headers.get('Location')!)).text).toMatch(
    /The account is suspended, and the reader has been emailed.*Suspended<\/dt><dd[^>]*>Since /s,
  )
  expect((await ask(product.origin, '/api/auth/me', { token: reader.token })).status).toBe(401)
  expect((await ask(product.origin, '/settings', { cookies: reader.web })).status).toBe(302)
  // Their devices delete the saved summaries.
  const open = (path: string) => ask(product.origin, path, { cookies: reader.web })
  expect((await open('/offline/list')).status).toBe(401)
  for (const path of ['/login', '/summaries/walden', '/summaries/walden.data'])
    expect((await open(path)).headers.get('X-Reader')).toBe('none')
  const refreshed = await ask(product.origin, '/api/auth/refresh-token', {
    method: 'POST',
    headers: { 'X-Refresh-Request': '1' },
    cookies: { readr_refresh: reader.refresh },
  })
  expect(refreshed.status).toBe(401)
  const text = /Your account is suspended\. If you think this is a mistake, email \S+@\S+\./
  const input = { email: reader.email, password: PASSWORD }
  const call = await ask(product.origin, '/api/auth/login', { json: input })
  expect([call.status, call.json.message]).toEqual([403, expect.stringMatching(text)])
  const page = await ask(product.origin, '/login', { form: input })
  expect([page.status, page.text]).toEqual([403, expect.stringMatching(text)])
  expect(page.cookies).not.toHaveProperty('readr_session')
  expect((await asAdmin(path)).text).toContain('This is not possible now.')
  expect((await asAdmin(path, { reason: 'Again' })).status).toBe(409)
  expect((await asAdmin(changeOf(reader, 'restore'), { reason: 'Explained' })).status).toBe(303)
  expect((await ask(product.origin, '/api/auth/login', { json: input })).status).toBe(200)
})

test('the health page names the versions, and what waits for email and Stripe', async () => {
  const { status, text } = await asAdmin('/admin/health')
  expect(status).toBe(200)
  expect(text).toContain(version)
  expect(text).toContain(process.versions.node)
  expect(text).not.toContain('security fixes')
  for (const name of ['Waiting', 'Last answer', 'Refunds to send']) expect(text).toContain(name)
})

test('administrators have no links to change their own account, and readers none at all', async () => {
  const own = await asAdmin(pageOf(admin))
  expect(own.text).toContain('This is your own account.')
  expect(own.text).not.toContain(`href="${pageOf(admin)}/change/`)
  expect((await asAdmin(changeOf(admin, 'demote'), { reason: 'x' })).status).toBe(409)
  const reader = await newReader(product.origin)
  for (const form of [undefined, { reason: 'x' }]) {
    const answer = await ask(product.origin, changeOf(admin, 'demote'), {
      cookies: reader.web,
      ...(form ? { form } : {}),
    })
    expect(answer.status).toBe(403)
  }
})

test('a reader is deleted after entering the address again, an administrator never', async () => {
  const reader = await newReader(product.origin)
  const slip = await asAdmin(pageOf(reader), { intent: 'delete', confirm: 'other@example.com' })
  expect(slip.status).toBe(400)
  expect(slip.text).toContain('value="other@example.com"')
  const own = await asAdmin(pageOf(admin), { intent: 'delete', confirm: admin.email })
  expect(own.status).toBe(409)
  const gone = await asAdmin(pageOf(reader), { intent: 'delete', confirm: reader.email })
  expect(gone.status).toBe(303)
  expect((await asAdmin(pageOf(reader))).status).toBe(404)
  const log = await asAdmin('/admin/log')
  expect(log.text).toContain('Deleted the account')
  expect(log.text).not.toContain(reader.email)
})

test('the log has what the command line did, sign-ins of administrators, and refusals', async () => {
  const readr = (...args: string[]) => runProduct('readr', args, product.variables, 'secret1')
  const email = 'by-command@example.com'
  await readr('user', 'create', email, '--name', 'By Command', '--password-stdin')
  await readr('user', 'list')
  await readr('mail', 'list')
  await readr('user', 'promote', email)
  const json = { email, password: 'secret1' }
  expect((await ask(product.origin, '/api/auth/login', { json })).status).toBe(200)
  const wrong = { ...json, password: 'secret2' }
  expect((await ask(product.origin, '/api/auth/login', { json: wrong })).status).toBe(401)
  await readr('user', 'promote', email, '--role', 'reader', '--password', 'secret3')
  const reader = await newReader(product.origin)
  expect((await ask(product.origin, '/admin', { cookies: reader.web })).status).toBe(403)
  expect((await readr('user', 'delete', 'nobody@example.com')).status).toBe(1)
  expect((await readr('user', 'suspend', email, '--reason', 'Shares it')).status).toBe(0)
  const again = await readr('user', 'suspend', email)
  expect([again.status, again.stderr]).toEqual([1, `${email} is already suspended.\n`])
  expect(
    (await ask(product.origin, '/api/auth/login', { json: { email, password: 'secret3' } })).status,
  ).toBe(403)
  expect((await readr('user', 'unsuspend', email)).status).toBe(0)

  const lines = async () => {
    const { text } = await asAdmin('/admin/log')
    return text
      .split('</table>')[0]!
      .split('<tr')
      .map((row) => row.replaceAll(/<!-- -->|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' '))
      .map((row) => row.replace(/^.*? \d\d:\d\d /, '').trim())
  }
  const expected = [
    `Command line Ended the suspension ${email}`,
    'Command line A command failed (user suspend) The installation',
    `Command line Suspended the account (Shares it) ${email}`,
    'Command line A command failed (user delete) The installation',
    `${reader.email} Refused by Administration (not an administrator) ${reader.email}`,
    `Command line Changed the role (reader, with a new password) ${email}`,
    `Unknown person Sign-in refused (wrong password) ${email}`,
    `${email} Signed in ${email}`,
    `Command line Changed the role (admin) ${email}`,
    'Command line Listed unsent email The installation',
    'Command line Listed all accounts The installation',
    `Command line Created the account (reader) ${email}`,
  ]
  await expect.poll(lines).toEqual(expect.arrayContaining(expected))
  await readr('user', 'delete', email)
  const { text } = await asAdmin('/admin/log')
  expect(text).toContain('Command line')
  expect(text).not.toContain(email)
})

test('a book is previewed in both views and saved, and a second edit of the old version is refused', async () => {
  const page = await asAdmin('/admin/books/walden')
  const since = /name="since" value="([0-9a-f]+)"/.exec(page.text)![1]!
  const form = (intent: string, title: string) => ({
    intent,
    since,
    source: `---\ntitle: ${title}\nauthor: A\nyear: 1900\ngenre: Fiction\nblurb: B\nlocked: false\npublishedAt: 2026-01-01\n---\nHook\n\nThe free words.\n\n4. Paid\n\nThe paid words.\n`,
  })
  const preview = await asAdmin('/admin/books/walden', form('preview', 'Previewed'))
  expect(preview.status).toBe(200)
  expect(preview.text).toContain('Preview of ')
  expect(preview.text.split('The free words.')).toHaveLength(3)
  expect(preview.text.split('The paid words.')).toHaveLength(3)
  const visit = () => ask(product.origin, '/summaries/walden')
  expect((await visit()).text).not.toContain('The free words.')

  // Calls of readers are kept too.
  const { token } = await newReader(product.origin)
  const called = async () => (await ask(product.origin, '/books', { token })).text
  expect(await called()).not.toContain('The free words.')

  const saved = await asAdmin('/admin/books/walden', form('save', 'Saved'))
  expect(saved.status).toBe(303)
  const location = saved.headers.get('Location')!
  expect((await asAdmin(location)).text).toContain('The book has been saved.')
  // It is shown once, and no address can forge it.
  for (const path of [location, `${location}?done=book-saved`]) {
    expect((await asAdmin(path)).text).not.toContain('The book has been saved.')
  }
  await expect.poll(async () => (await visit()).text).toContain('The free words.')
  await expect.poll(called).toContain('The free words.')
  const late = await asAdmin(location, form('save', 'Too late'))
  expect(late.status).toBe(409)
  expect(late.text, 'the earlier flash message').not.toContain('The book has been saved.')
  expect(late.text).toContain('Someone changed this book')
  expect(late.text).toContain('title: Too late')
  const wrong = await asAdmin('/admin/books/new/file', {
    intent: 'save',
    slug: 'x',
    source: 'nothing',
  })
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain('Line 1, front matter')
})

/** Addresses that show a book to visitors. */
const PUBLIC_PATHS = [
  '/',
  '/browse/books?search=meditations',
  '/browse/books?sort=newest',
  '/browse/books/self-help',
  '/summaries/meditations',
  '/summaries/meditations.data',
  '/quotes/meditations?text=The+first+sentence',
  '/sitemap.xml',
  '/feed.xml',
  '/books?search=meditations',
  '/books?sort=newest',
  '/api/books/just-arrived',
  '/api/books/trending',
]
/** Addresses that show it to readers. */
const READER_PATHS = [
  '/browse',
  '/browse/books/my-list',
  '/api/books/my-list',
  '/api/books/favorites',
  '/api/books/read',
  '/api/books/recently-read',
  '/api/books/recommendations',
  '/api/books/places',
  '/books?search=meditations',
  '/summaries/meditations',
]

test('a withdrawn or scheduled book appears on no page and in no call', async () => {
  const reader = await newReader(product.origin)
  const askAs = (by: { cookies?: Record<string, string>; token?: string }) => (path: string) =>
    ask(product.origin, path, by)
  const visitor = askAs({})
  const page = await visitor('/summaries/meditations')
  const pictures = ['covers', 'pictures'].map(
    (kind) => new RegExp(`/${kind}/meditations\\.[\\w.]+`).exec(page.text)![0],
  )
  const { json } = await visitor('/books?search=meditations')
  const { _id: id } = (json.data as unknown as { books: { _id: string }[] }).books[0]!
  const save = { json: { bookId: id }, token: reader.token }
  expect((await ask(product.origin, '/api/books/my-list', save)).status).toBe(200)
  const saved = async () => (await askAs(reader)('/api/books/favorites')).text.includes(id)
  /** The paths that still show something of the book. */
  const visibleAt = async () => {
    const seen: string[] = []
    const look = async (ask: typeof visitor, path: string) => {
      const { status, text } = await ask(path)
      const shows = /\/(?:summaries|covers)\/meditations[."/]|>Meditations<|"Meditations"/.test(
        text,
      )
      if (status < 400 && (shows || text.includes(`"${id}"`))) seen.push(path)
      if (path.includes('/meditations') && status < 400 && !seen.includes(path)) seen.push(path)
    }
    for (const path of [...PUBLIC_PATHS, ...pictures]) await look(visitor, path)
    for (const path of READER_PATHS)
      await look(askAs({ cookies: reader.web, token: reader.token }), path)
    const mark = await ask(product.origin, `/books/read/mark-read/${id}`, {
      json: {},
      token: reader.token,
    })
    if (mark.status !== 404) seen.push('mark-read')
    return [...new Set(seen)]
  }
  const act = async (form: Record<string, string>) =>
    expect((await asAdmin('/admin/books/meditations', form)).status).toBe(303)
  const eventually = { timeout: 30_000, interval: 100 }
  expect(await visibleAt()).toEqual(expect.arrayContaining(['/summaries/meditations', ...pictures]))

  await act({ intent: 'withdraw', withdrawn: 'true' })
  await expect.poll(visibleAt, eventually).toEqual([])
  const form = await asAdmin('/admin/books/meditations')
  expect(form.text).toContain('Withdrawn on')
  expect((await asAdmin('/admin/books?show=hidden')).text).toContain('>Withdrawn<')
  await act({ intent: 'withdraw', withdrawn: 'false' })
  await expect.poll(saved, eventually).toBe(true)

  const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19)
  await act({ intent: 'publish', at: soon })
  await expect.poll(visibleAt, eventually).toEqual([])
  // Published in two seconds, without any further request.
  await act({ intent: 'publish', at: new Date(Date.now() + 2000).toISOString().slice(0, 19) })
  await expect
    .poll(async () => (await visitor('/summaries/meditations')).status, eventually)
    .toBe(200)
  await expect.poll(saved, eventually).toBe(true)
  const refused = await asAdmin('/admin/books/meditations', { intent: 'publish', at: 'tomorrow' })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('Please choose a date and a time.')
})

test('a refused page shows the navigation of a signed-in reader', async () => {
  const reader = await newReader(product.origin)
  const { status, text } = await ask(product.origin, '/admin', { cookies: reader.web })
  expect(status).toBe(403)
  expect(text).toContain('You are not authorized to view this page.')
  expect(text).toContain('Logout')
  expect(text).not.toContain('href="/login"')
})

/** Uploads files like a browser. */
async function send(path: string, fields: Record<string, string | File[]>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    for (const part of typeof value === 'string' ? [value] : value) body.append(name, part)
  }
  const response = await fetch(product.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: `readr_session=${admin.web['readr_session']!}` },
    body,
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const asFile = (content: Uint8Array | string, name = 'cover.png', type = 'image/png') =>
  new File([content as string], name, { type })
const sendCover = (file: File) =>
  send('/admin/books/on-friendship', { intent: 'cover', cover: [file] })
const coverOf = async () => {
  const { text } = await ask(product.origin, '/summaries/on-friendship')
  return /\/covers\/on-friendship[\w.-]+/.exec(text)![0]
}
const get = (path: string) => fetch(product.origin + path, { redirect: 'manual' })

test('an uploaded cover is re-encoded, shown everywhere, and removed again', async () => {
  const drawn = await coverOf()
  expect((await sendCover(asFile(await coverPng('teal', 900, 1200)))).status).toBe(303)
  await expect.poll(coverOf).toMatch(/-[0-9a-f]{12}\.320\.webp$/)
  const own = await coverOf()
  const answer = await get(own)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 320, height: 480 })
  expect(bytes.toString('latin1')).not.toContain('private')
  const old = await get(drawn)
  expect([old.status, old.headers.get('Location')]).toEqual([302, own.replace('.320', '')])
  const { text } = await ask(product.origin, '/summaries/on-friendship')
  const social = await get(/\/pictures\/on-friendship[\w.]+/.exec(text)![0])
  expect(social.status).toBe(200)
  const { data } = await sharp(Buffer.from(await social.arrayBuffer()))
    .extract({ left: 900, top: 300, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([...data.subarray(0, 3)].map((value) => Math.round(value / 16))).toEqual([0, 8, 8])

  const uncover = await asAdmin('/admin/books/on-friendship', { intent: 'uncover' })
  expect(uncover.status).toBe(303)
  await expect.poll(coverOf).toBe(drawn)
  expect((await asAdmin('/admin/log')).text).toContain('Removed the uploaded cover')
})

test('audio is uploaded, replaced, and removed, and ends for visitors where its editor says', async () => {
  const page = '/admin/books/on-friendship/audio'
  // More than a form without files may have.
  const audio = asFile(await mp3Tone(20), 'episode.mp3', 'audio/mpeg')
  expect(audio.size).toBeGreaterThan(64 * 1024)
  const upload = (fields: Record<string, string | File[]>) =>
    send(page, { intent: 'upload', freeUntil: '', ...fields })
  const visitor = () => ask(product.origin, '/audio/on-friendship')
  const refused: [Record<string, string | File[]>, string][] = [
    [{}, 'Please choose an audio file.'],
    [{ audio: [asFile('no sound', 'a.mp3')] }, 'Please choose an MP3, M4A, or Opus file'],
    [{ audio: [audio], freeUntil: 'soon' }, 'such as 4:30.'],
    [{ audio: [audio], freeUntil: '0:00' }, 'such as 4:30.'],
    [{ audio: [audio], freeUntil: '0:30' }, 'The free part must end before the audio does.'],
    [{ audio: [audio], captions: [asFile('1. Hello', 'a.srt')] }, 'Please choose captions'],
  ]
  for (const [fields, message] of refused) {
    const { status, text } = await upload(fields)
    expect([status, text.includes(message)], message).toEqual([400, true])
  }
  const large = await upload({ audio: [asFile(new Uint8Array(MAX_UPLOAD_BYTES))] })
  expect([large.status, large.text.includes('no more than 64 MB')]).toEqual([413, true])
  expect((await asAdmin(page)).text).toContain('This book has no audio.')

  expect((await upload({ audio: [audio] })).headers.get('Location')).toBe(page)
  const unknown = (await asAdmin(page)).text
  expect(unknown).toMatch(/has been saved\.[^]*0:20[^]*where the free part ends is not known/)
  expect((await visitor()).status).toBe(404)
  expect((await upload({ audio: [audio], freeUntil: '0:05' })).status).toBe(303)
  expect((await asAdmin(page)).text).toMatch(/Visitors hear[^]*The first 0:0[45]/)
  expect((await visitor()).status).toBe(302)
  expect((await asAdmin(page, { intent: 'remove' })).headers.get('Location')).toBe(page)
  expect((await visitor()).status).toBe(404)
  expect((await asAdmin('/admin/log')).text).toMatch(/Removed the audio[^]*Added audio/)
})

test('an invalid cover is refused with the reason', async () => {
  const before = await coverOf()
  // A picture of 30,000 by 30,000 pixels in a few bytes.
  const bomb = Buffer.from(await coverPng('black'))
  bomb.writeUInt32BE(30_000, 16)
  bomb.writeUInt32BE(30_000, 20)
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const wide = await sharp({
    create: { width: 16_000, height: 3000, channels: 3, background: 'black' },
    limitInputPixels: false,
  })
    .png()
    .toBuffer()
  const half = (await coverPng('red')).subarray(0, 300)
  for (const [file, message] of [
    [asFile(script, 'cover.svg', 'image/svg+xml'), 'not a JPEG, PNG, WebP, or AVIF'],
    [asFile(script), 'not a JPEG, PNG, WebP, or AVIF'],
    [asFile('GIF89a…', 'cover.gif', 'image/gif'), 'not a JPEG, PNG, WebP, or AVIF'],
    [asFile(bomb), 'The image'],
    [asFile(wide), 'The image has 16000 × 3000 pixels.'],
    [asFile(half), 'the file is damaged'],
    [asFile(''), 'Please choose an image.'],
  ] as const) {
    const { status, text } = await sendCover(file)
    expect(status, message).toBe(400)
    expect(text).toContain(message)
    expect(text).toContain('type="file"')
  }
  const large = await sendCover(asFile(new Uint8Array(50 * 2 ** 20)))
  expect(large.status).toBe(413)
  expect(large.text).toContain('Please choose files of no more than 10 MB in total.')
  expect(large.text).toContain('type="file"')
  expect(await coverOf()).toBe(before)
})

test('an import takes all files or none, and the catalogue is exported', async () => {
  const files = Array.from({ length: 1000 }, (_, i) =>
    asFile(bookFile({ title: `Zyxwvu ${i}` }), `sent-${i}.md`, 'text/markdown'),
  )
  const broken = asFile(bookFile({ year: 1.5 }), 'sent-617.md', 'text/markdown')
  const refused = await send('/admin/import', { files: files.with(617, broken) })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('sent-617.md:4: year: must be a whole number')
  const total = async () => {
    const { text } = await ask(product.origin, '/books')
    return (JSON.parse(text) as { data: { total: number } }).data.total
  }
  const before = await total()
  const done = await send('/admin/import', { files })
  expect([done.status, done.headers.get('Location')]).toEqual([303, '/admin/import'])
  const imported = (await asAdmin('/admin/import')).text
  expect(imported).toContain('Imported: 1000 new')
  expect(imported).toMatch(/Writing rules: \d+ suggestions/)
  const sent = (await asAdmin('/admin/books/sent-0')).text
  expect(sent).toMatch(/Line 1\d, length: words: \d+, must be 2700 to 4400; add to it\./)
  const forged = await asAdmin('/admin/import?added=7&changed=0&unchanged=0')
  expect(forged.text).not.toContain('Imported: 7')
  expect((await asAdmin('/admin/readers?done=account-deleted')).text).not.toContain(
    'have been deleted',
  )
  await expect.poll(total).toBe(before + 1000)
  const page = await asAdmin('/admin/import', { files: '' })
  expect(page.status).toBe(400)

  const { status, headers, text } = await asAdmin('/admin/export', { all: '' })
  expect(status).toBe(200)
  expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename="readr-catalogue-/)
  const books = JSON.parse(text) as { slug: string; text: string }[]
  expect(books.find(({ slug }) => slug === 'sent-617')).toMatchObject({ title: 'Zyxwvu 617' })
  const log = (await asAdmin('/admin/log')).text
  for (const text of ['Imported files', '1000 new books, 0 changed', 'Exported the catalogue']) {
    expect(log).toContain(text)
  }
})

test('a collection is added, edited, withdrawn, and restored with forms', async () => {
  const list = '/admin/collections'
  const path = `${list}/three-ways-to-live`
  const page = await asAdmin(`${list}/new`)
  expect(page.text).toContain('<option value="symposium">Symposium</option>')
  const form = {
    intent: 'save',
    slug: 'three-ways-to-live',
    title: 'Ways to <Live>',
    blurb: 'Four answers.',
    position: '7',
    book1: 'walden',
    sentence1: 'In the woods & alone.',
    book2: 'meditations',
    sentence2: 'In a tent.',
    // A row is left empty.
    book4: 'symposium',
    sentence4: 'At a dinner.',
    book5: 'no-such-book',
    sentence5: 'Nowhere.',
  }
  const refused = await asAdmin(`${list}/new`, form)
  expect(refused.status).toBe(400)
  // The rows move up, and the message is at the row of the book.
  expect(refused.text).toMatch(/id="book4-error"[^]*?This is not the address of a book\./)
  expect(refused.text).toMatch(/name="book3"[^>]*value="symposium"/)
  expect(refused.text).toContain('In the woods &amp; alone.')
  expect((await asAdmin(`${list}/new`, { ...form, position: 'x' })).text).toContain(
    'position-error',
  )

  const added = await asAdmin(`${list}/new`, { ...form, book5: 'frankenstein' })
  expect([added.status, added.headers.get('Location')]).toEqual([303, path])
  const editor = await asAdmin(path)
  expect(editor.text).toContain('The collection has been added.')
  expect((await asAdmin(list)).text).toContain('Ways to &lt;Live&gt;')

  const reader = await newReader(product.origin)
  const seen = () => ask(product.origin, '/browse/collections/three-ways-to-live')
  const shown = await seen()
  expect(shown.text).toContain('In a tent.')
  expect(shown.text).toMatch(
    /<link rel="canonical" href="[^"]+\/browse\/collections\/three-ways-to/,
  )

  const since = /name="since" value="([0-9a-f]+)"/.exec(editor.text)![1]!
  const edited = { ...form, since, book5: 'frankenstein', sentence2: 'On the Danube.' }
  expect((await asAdmin(path, edited)).status).toBe(303)
  await expect.poll(async () => (await seen()).text).toContain('the Danube.')
  const late = await asAdmin(path, { ...edited, blurb: 'Five answers.' })
  expect(late.status).toBe(409)
  expect(late.text).toContain('Someone changed this collection')

  expect((await asAdmin(path, { intent: 'withdraw', withdrawn: 'true' })).status).toBe(303)
  await expect.poll(async () => (await seen()).status).toBe(404)
  expect((await asAdmin(list)).text).toContain('Withdrawn')
  expect((await asAdmin(path, { intent: 'withdraw', withdrawn: 'false' })).status).toBe(303)
  const [, revision] = /name="revision" value="(\d+)"/.exec((await asAdmin(path)).text)!
  expect((await asAdmin(path, { intent: 'restore', revision: revision! })).status).toBe(303)
  await expect.poll(async () => (await seen()).text).toContain('In a tent.')
  expect((await asAdmin(path, { intent: 'restore', revision: '999999' })).status).toBe(404)
  expect((await asAdmin(`${list}/nothing`)).status).toBe(404)
  expect((await asAdmin('/admin/log')).text).toContain('Withdrew the collection')
  const stranger = await ask(product.origin, path, { cookies: reader.web, form: edited })
  expect(stranger.status).toBe(403)
})

test('a reader reports a mistake, and an editor corrects the book and answers', async () => {
  const path = '/summaries/on-friendship/correction'
  const reader = await newReader(product.origin)
  const asReader = (form?: Record<string, string>) =>
    ask(product.origin, path, { cookies: reader.web, ...(form ? { form } : {}) })
  const summary = await ask(product.origin, '/summaries/on-friendship')
  expect(summary.text).toContain(`href="${path}"`)

  const back = `/login?redirectTo=${encodeURIComponent(path)}`
  const visitors = await ask(product.origin, path)
  expect(visitors.text).toContain(`href="${back}"`)
  expect(visitors.text).not.toContain('<textarea')
  const posted = await ask(product.origin, path, { form: { passage: 'a', problem: 'b' } })
  expect([posted.status, posted.headers.get('Location')]).toEqual([303, back])
  const unknown = await ask(product.origin, '/summaries/nothing/correction', {
    cookies: reader.web,
    form: { passage: 'a', problem: 'b' },
  })
  expect(unknown.status).toBe(404)

  const passage = 'Idea 2 <script>alert(1)</script>'
  const refused = await asReader({ passage, problem: ' \0 ' })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('Please tell us what is wrong.')
  expect(refused.text).toContain('Idea 2 &lt;script&gt;')
  const sent = await asReader({ passage, problem: 'Agathon’s party was in 416 BCE.\0', source: '' })
  expect([sent.status, sent.headers.get('Location')]).toEqual([303, path])
  expect((await asReader()).text).toContain('Thank you. An editor will check it')
  expect((await asReader()).text).toContain('<textarea')

  const queue = (await asAdmin('/admin/corrections')).text
  expect(queue).toContain('Idea 2 &lt;script&gt;')
  expect(queue).toContain(reader.email)
  expect((await asAdmin('/admin')).text).toMatch(/Open corrections<[^]{0,200}>1</)
  const [, report] = /href="(\/admin\/corrections\/\d+)"/.exec(queue)!
  const empty = await asAdmin(report!, { outcome: 'declined', answer: ' ' })
  expect(empty.status).toBe(400)
  expect(empty.text).toContain('Please write an answer.')

  const { text: book } = await asAdmin('/admin/books/on-friendship')
  const since = /name="since" value="([0-9a-f]+)"/.exec(book)![1]!
  const source = bookFile({
    title: 'On Friendship',
    edition: 'Jowett, https://example.org/on-friendship',
    written: '2026-09-01',
    checked: '2026-09-14',
    sources: ['Consulted: The Greek text', 'Further reading: A commentary', 'A letter'],
    text: SPECIAL_HEADINGS.flatMap((heading) => [
      ...(heading === 'Signature Example' ? ['4. Paid', 'Paid words.'] : []),
      ...[
        heading,
        heading === 'Read Next' ? '- As a Man Thinketh: On thought.' : `About ${heading}.`,
      ],
    ]).join('\n\n'),
  })
  const edit = { intent: 'save', since, source }
  const long = await asAdmin('/admin/books/on-friendship', { ...edit, correction: 'x'.repeat(301) })
  expect(long.status).toBe(400)
  expect(long.text).toContain('x'.repeat(301))
  const correction = 'Agathon’s party was in 416 BCE & not in 385.'
  const saved = await asAdmin('/admin/books/on-friendship', { ...edit, correction })
  expect(saved.status).toBe(303)

  const [, revision] = /<option value="(\d+)">[^]{0,40}Agathon/.exec((await asAdmin(report!)).text)!
  const answer = { outcome: 'corrected', answer: 'You are right, and Plato agrees.' }
  const made = await asAdmin(report!, { ...answer, revision: revision! })
  expect(made.headers.get('Location')).toBe('/admin/corrections')
  expect((await asAdmin('/admin/corrections')).text).toContain('thanked by email')
  expect((await asAdmin(report!, answer)).status).toBe(409)
  const mailbox = (await ask(product.origin, '/dev/mail')).text
  expect(mailbox).toContain('Thank you for your note about On Friendship')
  const download = await ask(product.origin, '/settings/download/readr-data.json', {
    cookies: reader.web,
  })
  expect(download.text).toContain('You are right, and Plato agrees.')

  // Visitors’ pages are cached until the catalogue changes.
  const shown = (await ask(product.origin, '/summaries/on-friendship')).text.replaceAll(
    '<!-- -->',
    '',
  )
  const part = shown.slice(shown.indexOf('<details class="group border-y'))
  expect(part).toContain('Sources (3) · Corrections (1)')
  expect(part).toContain('Written on September 1, 2026, last checked on September 14, 2026.')
  expect(part).toContain('href="https://example.org/on-friendship"')
  const sources = ['>Consulted<', '>The Greek text<', '>Further reading<', '>A commentary<']
  const places = [...sources, '>A letter<', 'Corrections</h3>', 'Agathon’s party'].map((text) =>
    part.indexOf(text),
  )
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  expect(part).toContain('416 BCE &amp; not in 385.')

  // The offline copies have the same sections.
  const headings = (text: string) =>
    [...text.matchAll(/<h2 id="[^"]*" tabindex="-1">(?:<span[^>]*>)?([^<]+)</g)].map(([, h]) => h)
  expect(headings(shown)).toEqual(HEADINGS_BEFORE_IDEAS)
  expect(shown).toContain('<a href="#in-one-page" class="text-link">1 min version</a>')
  const copy = (await asAdmin('/summaries/on-friendship?copy=now')).text
  expect(headings(copy).filter((heading) => !heading!.startsWith('Idea'))).toEqual(SPECIAL_HEADINGS)
  expect(copy).toMatch(/<strong><a href="\/summaries\/as-a-man-thinketh"/)
  expect(copy).toContain('416 BCE')
  const cut = (await asAdmin('/summaries/on-friendship?copy=always')).text
  expect(headings(cut)).toEqual(HEADINGS_BEFORE_IDEAS)
  expect(cut).not.toContain('as-a-man-thinketh" class="text-link"')
})

test('the book of the day is chosen with a form', async () => {
  const page = '/admin/today'
  const day = new Date().toISOString().slice(0, 10)
  const slugOf = async () =>
    /"\/summaries\/([a-z0-9-]+)\/correction"/.exec((await ask(product.origin, '/today')).text)![1]!
  const suggestedBy = async (slug: string) => {
    const { text } = await ask(product.origin, `/summaries/${slug}`)
    return /aria-label="Next up"[^]*?href="\/summaries\/([a-z0-9-]+)"/.exec(text)![1]!
  }
  let opened = 'walden'
  if ((await suggestedBy(opened)) === (await slugOf())) opened = 'meditations'
  const book = await suggestedBy(opened)
  const badges = async (slug: string) =>
    (await ask(product.origin, `/summaries/${slug}`)).text.match(/>Free today</g)?.length ?? 0
  expect(await badges(opened)).toBe(0)
  const refused = await asAdmin(page, { day, book: 'no-such-book' })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('Readers see no book at this address.')
  expect(refused.text).toMatch(/name="book"[^>]*value="no-such-book"/)
  expect((await asAdmin(page, { day: 'soon', book })).text).toContain('Please choose a day.')
  expect((await asAdmin(page, { day, book })).headers.get('Location')).toBe(page)
  expect((await asAdmin(page)).text).toMatch(/has been chosen\.[^]*>Undo</)
  await expect.poll(slugOf).toBe(book)
  expect((await ask(product.origin, '/browse/books')).text).toContain('Free today')
  expect([await badges(opened), await badges(book)]).toEqual([1, 1])
  expect((await asAdmin('/admin/log')).text).toContain('Chose it as today’s read')
})

test('who opened a read on its day can finish it the next day, and nobody else', async () => {
  const dayBefore = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const day = dayBefore(1)
  const slug = 'notes-on-nursing'
  await changeRows(
    product.variables,
    `INSERT INTO "DailyRead" ("day", "bookId", "isChosen")
      SELECT '${day}', "id", ${product.variables['DATABASE_URL'] ? 'false' : '0'} FROM "Book" WHERE "slug" = '${slug}'`,
  )
  // Signs cookies of other days with the secret of the product.
  vi.stubEnv('DATA_DIR', product.variables['DATA_DIR']!)
  vi.resetModules()
  const { bookOfTheDayCookie } = await import('#app/web/catalogue/book-of-the-day-cookie.server.ts')
  const signedFor = async (when: string) =>
    /^readr_read=([^;]+)/.exec(await bookOfTheDayCookie(when))![1]!
  const path = `/today/${day}`
  const paid = readFileSync(`content/${slug}.md`, 'utf8').split(/^4\. /m)[1]!
  const sentence = paid.slice(paid.indexOf('\n')).trim().slice(0, 60)

  const cookies = { readr_read: await signedFor(day) }
  const opened = await ask(product.origin, path, { cookies })
  expect([opened.status, opened.headers.get('Location')]).toEqual([200, null])
  expect(opened.text).toContain(sentence)
  expect(opened.text).toContain('Still open for you')
  expect(opened.headers.get('Cache-Control')).toBe('private, no-store')

  const reader = await newReader(product.origin)
  const [head, body, signature] = cookies.readr_read.split('.')
  for (const wrong of [
    {},
    reader.web,
    { readr_read: day },
    { readr_read: await signedFor(dayBefore(0)) },
    { readr_read: await signedFor(dayBefore(2)) },
    { readr_read: `${head}.${body}.${signature!.toUpperCase()}` },
    { readr_read: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.` },
  ]) {
    for (const address of [path, `${path}.data`]) {
      const { status, text } = await ask(product.origin, address, { cookies: wrong })
      expect([302, 202], address).toContain(status)
      expect(text).not.toContain(sentence)
    }
  }
  // The cookie opens this day's book only, and only here.
  for (const address of [
    `/today/${dayBefore(2)}`,
    `/summaries/${slug}`,
    `/summaries/${slug}.data`,
  ]) {
    expect((await ask(product.origin, address, { cookies })).text).not.toContain(sentence)
  }
  const book = await ask(product.origin, `/books?search=nursing`, { cookies })
  expect(book.text).not.toContain(sentence)
})

test('reports of mistakes are limited', async () => {
  const reader = await newReader(product.origin)
  const send = (passage: string) =>
    ask(product.origin, '/summaries/meditations/correction', {
      cookies: reader.web,
      form: { passage, problem: 'Wrong.' },
    })
  for (let i = 0; i < LIMITS.correctionReports.most; i++) {
    expect((await send(`Idea ${i}`)).status).toBe(303)
  }
  const late = await send('One more')
  expect([late.status, late.text.includes('One more')]).toEqual([429, true])
  expect(late.text).toContain('Too many attempts.')
  expect(Number(late.headers.get('Retry-After'))).toBeGreaterThan(0)
})

test('readers ask for a book and vote by page and call, and administrators publish, merge, and answer', async () => {
  const [asker, voter] = [await newReader(product.origin), await newReader(product.origin)]
  for (const reader of [asker, voter]) await confirmAddress(product.origin, reader)
  const asks = (reader: Reader, path: string, form?: Record<string, string>) =>
    ask(product.origin, path, { cookies: reader.web, ...(form ? { form } : {}) })
  const wish = {
    title: 'Nudge <script>',
    author: 'Richard Thaler',
    reason: 'To\nchoose <b>well</b>.',
  }
  expect((await asks(asker, '/requests/new', { ...wish, author: ' ' })).text).toContain(
    'Please enter the author.',
  )
  const unconfirmed = await newReader(product.origin)
  expect((await asks(unconfirmed, '/requests/new')).text).toContain('href="/verify"')
  expect((await asks(unconfirmed, '/requests/new', wish)).status).toBe(403)

  // Without JavaScript, the form asks whether it is one of the books that are there.
  const known = { title: 'As a Man Thinketh', author: 'Allen', reason: '' }
  const similar = await asks(asker, '/requests/new', known)
  expect(similar.status).toBe(409)
  expect(similar.text).toMatch(
    /href="\/summaries\/as-a-man-thinketh"[^>]*>Read (?:<!-- -->)?As a Man Thinketh/,
  )
  expect(similar.text).toContain('value="Allen"')
  expect((await asks(asker, '/requests/new', wish)).headers.get('Location')).toBe('/requests')
  const own = (await asks(asker, '/requests')).text
  expect(own).toContain('Thank you. An editor will read your request before others can see it.')
  expect(own).toContain('Nudge &lt;script&gt;')
  for (const path of ['/requests', '/api/requests', '/requests?search=nudge']) {
    expect((await asks(voter, path)).text, path).not.toContain('Nudge')
    expect((await ask(product.origin, path)).text, path).not.toContain('Nudge')
  }

  const queue = (await asAdmin('/admin/requests')).text
  const [, request] = /href="(\/admin\/requests\/\d+)"/.exec(queue)!
  expect((await asAdmin(request!)).text).toContain(asker.email)
  const edit = { intent: 'save', ...wish, title: 'Nudge', status: 'planned', answer: 'In <May>.' }
  expect((await asAdmin(request!, { ...edit, status: 'done' })).status).toBe(400)
  expect((await asAdmin(request!, edit)).headers.get('Location')).toBe('/admin/requests')
  expect((await asAdmin('/admin/log')).text).toContain('Changed a book request')

  const visitors = await ask(product.origin, '/requests')
  expect(visitors.text).toContain('In &lt;May&gt;.')
  expect(visitors.text).toContain('choose &lt;b&gt;well&lt;/b&gt;.')
  expect(visitors.text).toMatch(/href="\/login\?redirectTo=%2Frequests%23request-\d+"/)
  expect(visitors.text).not.toContain(asker.email)
  expect(visitors.headers.get('Cache-Control')).toBe('no-cache')
  const { json } = await ask(product.origin, '/api/requests?status=planned')
  const listed = (json.data as unknown as { requests: { id: string; votes: number }[] }).requests
  expect(listed).toMatchObject([{ title: 'Nudge', status: 'planned', votes: 1, hasVoted: false }])
  const { id } = listed[0]!

  const voted = await asks(voter, '/requests?search=nud', { request: id, vote: 'add' })
  expect(voted.headers.get('Location')).toBe(
    `/requests?search=nud#request-${Number.parseInt(id, 16)}`,
  )
  expect((await asks(voter, '/requests')).text).toMatch(/value="remove"[^>]*>Voted/)
  const call = (reader: Reader, json: unknown, to = id) =>
    ask(product.origin, `/api/requests/${to}/vote`, { cookies: reader.web, method: 'POST', json })
  expect((await call(voter, {})).json.data).toEqual({ hasVoted: true, votes: 2 })
  expect((await call(voter, { vote: false })).json.data).toEqual({ hasVoted: false, votes: 1 })
  expect((await call(voter, { vote: 'yes' })).status).toBe(400)
  expect((await call(voter, {}, id.replace(/^0/, '1'))).status).toBe(404)
  expect((await call(unconfirmed, {})).status).toBe(403)

  const byCall = await ask(product.origin, '/api/requests', {
    cookies: voter.web,
    method: 'POST',
    json: { title: 'Nudge: The Final Edition', author: 'R. Thaler' },
  })
  expect(byCall.status).toBe(201)
  const made = (byCall.json.data as Record<string, unknown>)['request'] as {
    id: string
    status: string
  }
  expect(made.status).toBe('pending')
  const number = Number.parseInt(made.id, 16)
  const merged = await asAdmin(`/admin/requests/${number}`, {
    intent: 'merge',
    into: request!.split('/').at(-1)!,
  })
  expect(merged.headers.get('Location')).toBe(request)
  expect((await asAdmin(request!)).text).toContain('The requests have been merged.')
  expect((await call(voter, {})).json.data).toEqual({ hasVoted: true, votes: 2 })

  const done = { ...edit, status: 'done', answer: '', book: 'as-a-man-thinketh' }
  // From a tab that was opened before.
  const stale = await asAdmin(request!, { ...done, since: '' })
  expect(stale.status).toBe(409)
  expect(stale.text).toContain('Someone changed this request after you opened the form.')
  expect(stale.text).toContain('value="as-a-man-thinketh"')
  const [, since] = /name="since" value="([^"]+)"/.exec((await asAdmin(request!)).text)!
  expect((await asAdmin(request!, { ...done, since: since! })).status).toBe(303)
  expect((await ask(product.origin, '/requests?show=done')).text).toContain(
    'href="/summaries/as-a-man-thinketh"',
  )
  expect((await call(voter, { vote: false })).status).toBe(409)
  const arrivals = async ({ email }: Reader) =>
    (await emailsTo(product.origin, email)).filter((html) =>
      html.includes('As a Man Thinketh is here'),
    )
  for (const reader of [asker, voter]) {
    await expect.poll(async () => (await arrivals(reader)).length).toBe(1)
  }
})
