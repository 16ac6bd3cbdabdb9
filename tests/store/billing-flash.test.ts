import { expect, test } from 'vitest'
import { beginWebSession } from '#app/accounts/service/begin-session.server.ts'
import { resumeWebSession } from '#app/accounts/service/resume-session.server.ts'
import { setFlashValue } from '#app/accounts/service/flash-value.server.ts'
import { saveFlashMessage, takeFlashMessage } from '#app/accounts/service/flash-message.server.ts'
import { readBillingFlash, setBillingFlash } from '#app/billing/service/billing-flash.server.ts'
import { COUNTDOWN_MS, checkPayment } from '#app/billing/service/check-payment.server.ts'
import { newReader } from './readers.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

async function signedIn() {
  const reader = await newReader()
  const { secret } = await beginWebSession(reader, { remember: false, device: 'a test' })
  return { reader, session: (await resumeWebSession(secret))!.session.id }
}

test('a payment is shown from the first view until its countdown ends', async () => {
  const { reader, session } = await signedIn()
  const at = async (ms: number) => {
    const payment = await checkPayment(session, reader, NOW + ms)
    return payment.is === 'paid' ? [payment.msLeft, payment.fromApp] : payment.is
  }
  expect(await at(0)).toBe('nothing')
  await setBillingFlash(session, { kind: 'paid', chargedCents: 990, fromApp: true, shownAt: null })
  expect(await at(0)).toEqual([COUNTDOWN_MS, true])
  expect(await at(0)).toEqual([COUNTDOWN_MS, true])
  expect(await at(COUNTDOWN_MS - 1)).toEqual([1, true])
  expect(await at(COUNTDOWN_MS)).toBe('nothing')
  expect(await readBillingFlash(session)).toBeNull()
  expect(await at(0)).toBe('nothing')
})

test('a message is shown once, even to simultaneous requests', async () => {
  const { session } = await signedIn()
  await saveFlashMessage(session, 'Done.')
  const shown = await Promise.all(Array.from({ length: 6 }, () => takeFlashMessage(session)))
  expect(shown.filter((message) => message !== null)).toEqual([{ isProblem: false, text: 'Done.' }])
})

test('a message in another tab does not end a checkout', async () => {
  const { session } = await signedIn()
  const checkout = { kind: 'checkout' as const, planId: 'a', fromApp: true, book: 'walden' }
  await setBillingFlash(session, checkout)
  await saveFlashMessage(session, 'A new code is on its way.')
  expect((await readBillingFlash(session))?.flash).toEqual(checkout)
  expect(await takeFlashMessage(session)).toMatchObject({ text: 'A new code is on its way.' })
  expect((await readBillingFlash(session))?.flash).toEqual(checkout)
})

test('a message about a book waits for its summary', async () => {
  const { session } = await signedIn()
  await saveFlashMessage(session, 'Walden is yours.', { book: 'walden' })
  expect(await takeFlashMessage(session)).toBeNull()
  expect(await takeFlashMessage(session, 'frankenstein')).toBeNull()
  expect(await takeFlashMessage(session, 'walden')).toMatchObject({ text: 'Walden is yours.' })
  await saveFlashMessage(session, 'That password is common.')
  expect(await takeFlashMessage(session, 'walden')).toBeNull()
})

test('a flash from elsewhere is ignored', async () => {
  const { reader, session } = await signedIn()
  await setFlashValue(session, { kind: 'paid', shownAt: 'now' })
  expect(await readBillingFlash(session)).toBeNull()
  expect(await checkPayment(session, reader, NOW)).toEqual({ is: 'nothing' })
})
