import { createECDH, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto'
import { createRequire } from 'node:module'
import { http, HttpResponse } from 'msw/http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endSession } from '#app/accounts/service/end-session.server.ts'
import { TODAY_PATH } from '#app/catalogue/rules/addresses.ts'
import { endOfUtcDay } from '#app/platform/utc-clock.server.ts'
import { db } from '#app/platform/database.server.ts'
import { isPushService } from '#app/reading/rules/reminders/push.ts'
import { untilText } from '#app/reading/rules/reminders/reminder-times.server.ts'
import { pushForm } from '#app/reading/schema/reminders.ts'
import {
  followTimeZone,
  pushBrowsers,
  turnOffPush,
  turnOnPush,
} from '#app/reading/service/reminders/push-browsers.server.ts'
import { pushKeys } from '#app/reading/service/reminders/push-keys.server.ts'
import { sendSomePushes } from '#app/reading/service/reminders/send-push.server.ts'
import { playOutside } from '#tests/outside/outside.ts'
import { OTHER_PUSH_SERVICE, PUSH_SERVICE } from '#tests/outside/push-services.ts'
import { HOUR, later } from './accounts.ts'
import { emptyCatalogue, importBooks } from './books.ts'
import { newReader, newSession, outcome } from './readers.ts'

const { changes, withChanges } = await vi.hoisted(() => import('./changed-env.ts'))
vi.mock('#app/platform/env.server.ts', withChanges)

/** The package has no types. */
const { decrypt } = createRequire(import.meta.url)('http_ece') as {
  decrypt(
    body: Buffer,
    options: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string },
  ): Buffer
}

const outside = playOutside()
/** What the push services got. */
const received: Request[] = []
outside.events.on('request:start', ({ request }) => void received.push(request.clone()))

/** Makes the push services answer with this status. */
const answerWith = (status: number) =>
  outside.use(
    http.all(`${PUSH_SERVICE}/*`, () => {
      return new HttpResponse(null, { status, headers: { Location: 'http://127.0.0.1:1/' } })
    }),
  )

const DAY = 24 * HOUR

// 5:00 AM in Berlin.
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T04:00:00Z') })
  await db().pushSubscription.deleteMany()
  await emptyCatalogue()
  await importBooks({ emma: { title: 'Emma', author: 'Jane Austen' } })
  received.length = 0
  changes.pushServices = []
})
afterEach(() => {
  vi.useRealTimers()
})

/** A browser with keys that can decrypt. */
function newBrowser(endpoint = `${PUSH_SERVICE}/fcm/send/${crypto.randomUUID()}`) {
  const keys = createECDH('prime256v1')
  const auth = randomBytes(16).toString('base64url')
  const p256dh = keys.generateKeys('base64url')
  const form = (given: object = {}) =>
    pushForm.parse({
      subscription: JSON.stringify({ endpoint, expirationTime: null, keys: { p256dh, auth } }),
      hour: '8',
      timeZone: 'Europe/Berlin',
      ...given,
    })
  return { keys, auth, endpoint, form }
}

async function subscriber(given: object = {}, browser = newBrowser()) {
  const user = { ...(await newReader()), timeZone: null }
  const session = await newSession(user)
  await turnOnPush(user, session, browser.form(given))
  return { user, session, browser }
}

describe('a notification', () => {
  test('has today’s read, encrypted for the browser, once a day at the chosen hour', async () => {
    const { browser } = await subscriber()
    await sendSomePushes()
    expect(received).toEqual([])
    later(3 * HOUR)
    await Promise.all([sendSomePushes(), sendSomePushes()])
    await sendSomePushes()
    expect(received).toHaveLength(1)
    const [request] = received as [Request]
    expect(request.url).toBe(browser.endpoint)
    const body = Buffer.from(await request.arrayBuffer())
    expect(body.includes('Emma')).toBe(false)
    const plain = decrypt(body, {
      version: 'aes128gcm',
      privateKey: browser.keys,
      authSecret: browser.auth,
    })
    expect(JSON.parse(plain.toString())).toEqual({
      title: 'Emma',
      body: 'Today’s read, by Jane Austen. Open in full until 1:00 AM tomorrow.',
      path: TODAY_PATH,
    })
    const { headers } = request
    expect([headers.get('TTL'), headers.get('Topic')]).toEqual(['7200', 'today'])
    expectSignedBy(headers.get('Authorization')!, pushKeys()[0].publicKey)
    later(DAY)
    await sendSomePushes()
    expect(received).toHaveLength(2)
  })

  test('goes to each browser of a reader, at its hour, in the time zone of the reader', async () => {
    const { user } = await subscriber()
    const zoned = { ...user, timeZone: 'Europe/Berlin' }
    await turnOnPush(zoned, await newSession(user), newBrowser().form({ hour: '20' }))
    later(3 * HOUR)
    await sendSomePushes()
    expect(received).toHaveLength(1)
    await followTimeZone(user.id, 'Asia/Kathmandu')
    // 20:00 in Kathmandu.
    later(7.25 * HOUR)
    await sendSomePushes()
    expect(received).toHaveLength(2)
  })

  test('does not come late, nor without an open book', async () => {
    await subscriber()
    later(6 * HOUR)
    await sendSomePushes()
    expect(received).toEqual([])
    await emptyCatalogue()
    later(22 * HOUR)
    await sendSomePushes()
    expect(received).toEqual([])
    expect(await db().pushSubscription.count()).toBe(1)
  })

  test('ends with the session, the subscription, a suspension, and a new password', async () => {
    const [signedOut, off, suspended, changed, expired] = [
      await subscriber(),
      await subscriber(),
      await subscriber(),
      await subscriber(),
      await subscriber(),
    ]
    await endSession(signedOut.user.id, signedOut.session)
    expect(await turnOffPush(signedOut.user.id, off.session)).toBe(false)
    expect(await turnOffPush(off.user.id, off.session)).toBe(true)
    await db().user.update({
      where: { id: suspended.user.id },
      data: { suspendedAt: new Date() },
    })
    await db().user.update({ where: { id: changed.user.id }, data: { passwordGeneration: 9 } })
    const past = { expiresAt: new Date(Date.now() - 1) }
    await db().session.update({ where: { id: expired.session }, data: past })
    expect(await db().pushSubscription.count()).toBe(3)
    later(3 * HOUR)
    await sendSomePushes()
    expect(received).toEqual([])
  })

  test.each([404, 410])('with the answer %i is the last', async (answer) => {
    await subscriber()
    later(3 * HOUR)
    answerWith(answer)
    await sendSomePushes()
    expect(received).toHaveLength(1)
    expect(await db().pushSubscription.count()).toBe(0)
  })

  test.each([307, 429, 500])('with the answer %i is not repeated that day', async (answer) => {
    await subscriber()
    later(3 * HOUR)
    answerWith(answer)
    await sendSomePushes()
    await sendSomePushes()
    expect(received).toHaveLength(1)
    expect(await db().pushSubscription.count()).toBe(1)
  })

  test('is not sent where the operator no longer allows it, or with lost keys', async () => {
    changes.pushServices = [OTHER_PUSH_SERVICE]
    const { session } = await subscriber({}, newBrowser(`${OTHER_PUSH_SERVICE}/one`))
    await subscriber({}, newBrowser(`${OTHER_PUSH_SERVICE}/two`))
    await db().pushSubscription.update({
      where: { sessionId: session },
      data: { serverKey: 'unknown' },
    })
    later(3 * HOUR)
    await sendSomePushes()
    expect(received).toHaveLength(1)
    expect(await db().pushSubscription.count()).toBe(1)
    changes.pushServices = []
    later(DAY)
    await sendSomePushes()
    expect(received).toHaveLength(1)
    expect(await db().pushSubscription.count()).toBe(0)
  })
})

describe('turning on', () => {
  test('again replaces the earlier one; another reader takes the browser over', async () => {
    const { user, session, browser } = await subscriber()
    await turnOnPush(user, session, newBrowser().form({ hour: '9' }))
    expect(await pushBrowsers(user.id)).toEqual([
      { sessionId: session, hour: 9, device: 'a browser' },
    ])
    await turnOnPush(user, session, browser.form())
    const next = await subscriber({}, browser)
    expect(await pushBrowsers(user.id)).toEqual([])
    expect(await pushBrowsers(next.user.id)).toHaveLength(1)
  })

  test('is refused for a session of another reader, by the database', async () => {
    const [one, other] = [await newReader(), await newReader()]
    const session = await newSession(other)
    const attempt = turnOnPush({ ...one, timeZone: null }, session, newBrowser().form())
    await expect(attempt).rejects.toMatchObject({ code: 'P2003' })
    expect(await db().pushSubscription.count()).toBe(0)
  })

  test.each([
    'http://fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evilpush.apple.com.example/x',
    'https://user:x@fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://push.apple.com@10.0.0.1/x',
    'https://evil.example;.push.apple.com/',
    "https://evil.example'.push.apple.com/x",
    'https://evil.example\\.push.apple.com/x',
    'https:\\\\web.push.apple.com/x',
    'https://evil_example.push.apple.com/x',
    'https://evil.example%2e.push.apple.com/x',
    'https://\u{FF57}eb.push.apple.com/x',
    'https://web\u200B.push.apple.com/x',
    'http://127.0.0.1:1/x',
    'file:///etc/passwd',
  ])('is refused for %s', async (endpoint) => {
    changes.pushServices = []
    const user = { ...(await newReader()), timeZone: null }
    const attempt = async () =>
      turnOnPush(user, await newSession(user), newBrowser(endpoint).form())
    expect(await outcome(attempt())).toMatch(/^invalid-input/)
  })

  test.each([
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
  ])('is possible for %s', (endpoint) => {
    expect(isPushService(endpoint, [])).toBe(true)
  })

  test.each([
    '',
    '{',
    'null',
    '{"endpoint":"https://fcm.googleapis.com/x"}',
    '{"endpoint":"https://fcm.googleapis.com/x","keys":{"p256dh":"x","auth":"x"}}',
    'x'.repeat(3000),
  ])('needs a subscription: %s', (subscription) => {
    const given = { subscription, hour: '8', timeZone: 'UTC' }
    expect(pushForm.safeParse(given).success).toBe(false)
  })
})

test.each([
  ['2026-11-27T19:00:00Z', 'America/New_York', '7:00 PM'],
  ['2026-11-27T23:59:00Z', 'Pacific/Auckland', '1:00 PM'],
  ['2026-11-28T01:00:00Z', 'America/New_York', '7:00 PM tomorrow'],
  ['2026-07-01T08:00:00Z', 'Europe/London', '1:00 AM tomorrow'],
  ['2026-11-27T08:00:00Z', 'UTC', 'midnight'],
])('says until when the book is open: at %s in %s until %s', (...row) => {
  const [now, timeZone, until] = row
  expect(untilText(new Date(now), new Date(endOfUtcDay(Date.parse(now))), timeZone)).toBe(until)
})

test('the keys stay the same, and are the operator’s where there are some', () => {
  const [made] = pushKeys()
  expect(pushKeys()[0]).toEqual(made)
  const own = createECDH('prime256v1')
  const publicKey = own.generateKeys('base64url')
  const vapidKeys = { publicKey, privateKey: own.getPrivateKey('base64url') }
  changes.vapidKeys = vapidKeys
  expect(pushKeys().slice(0, 2)).toEqual([vapidKeys, made])
  delete changes.vapidKeys
})

/** Checks the signature of a request (VAPID, RFC 8292). */
function expectSignedBy(authorization: string, publicKey: string): void {
  const [, token = '', key] = /^vapid t=([^,]+), k=(\S+)$/.exec(authorization) ?? []
  expect(key).toBe(publicKey)
  const [head, claims, signature] = token.split('.') as [string, string, string]
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((b) => b.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x: x!, y: y! }
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  expect(isValid).toBe(true)
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string }
  expect(said.aud).toBe(PUSH_SERVICE)
}
