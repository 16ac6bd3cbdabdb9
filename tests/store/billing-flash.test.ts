import { expect, test } from 'vitest'
import { beginWebSession } from '#app/accounts/service/begin-session.server.ts'
import { resumeWebSession } from '#app/accounts/service/resume-session.server.ts'
import { setFlash } from '#app/accounts/service/flash.server.ts'
import {
  readBillingFlash,
  setBillingFlash,
  takeFlashMessage,
} from '#app/billing/service/flash.server.ts'
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
  await setBillingFlash(session, { kind: 'message', isProblem: false, text: 'Done.' })
  const shown = await Promise.all(Array.from({ length: 6 }, () => takeFlashMessage(session)))
  expect(shown.filter((message) => message !== null)).toEqual([{ isProblem: false, text: 'Done.' }])
})

test('a flash of another kind stays for its own page', async () => {
  const { session } = await signedIn()
  const canceled = { kind: 'canceled' as const, lastDay: new Date(NOW) }
  await setBillingFlash(session, canceled)
  expect(await takeFlashMessage(session)).toBeNull()
  expect((await readBillingFlash(session))?.flash).toEqual(canceled)
})

test('a flash from elsewhere is ignored', async () => {
  const { reader, session } = await signedIn()
  await setFlash(session, { kind: 'paid', shownAt: 'now' })
  expect(await readBillingFlash(session)).toBeNull()
  expect(await checkPayment(session, reader, NOW)).toEqual({ is: 'nothing' })
})
