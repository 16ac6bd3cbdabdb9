import { expect, test } from 'vitest'
import { beginWebSession } from '#app/accounts/service/begin-session.server.ts'
import { resumeWebSession } from '#app/accounts/service/resume-session.server.ts'
import { setFlash } from '#app/accounts/service/flash.server.ts'
import {
  COUNTDOWN_MS,
  leave,
  leftIn,
  paymentNews,
  takeNews,
} from '#app/billing/service/flash.server.ts'
import { newReader } from './readers.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

async function signedIn() {
  const reader = await newReader()
  const { secret } = await beginWebSession(reader, { remember: false, device: 'a test' })
  return { reader, session: (await resumeWebSession(secret))!.session.id }
}

test('the success is shown while its countdown runs, from the first look on, and then no more', async () => {
  const { reader, session } = await signedIn()
  const at = async (ms: number) => {
    const news = await paymentNews(session, reader, NOW + ms)
    return news.is === 'paid' ? [news.msLeft, news.fromApp] : news.is
  }
  expect(await at(0)).toBe('nothing')
  await leave(session, { kind: 'paid', chargedCents: 990, fromApp: true, shownAt: null })
  expect(await at(0)).toEqual([COUNTDOWN_MS, true])
  expect(await at(0)).toEqual([COUNTDOWN_MS, true])
  expect(await at(COUNTDOWN_MS - 1)).toEqual([1, true])
  expect(await at(COUNTDOWN_MS)).toBe('nothing')
  expect(await leftIn(session)).toBeNull()
  // Nothing brings it back.
  expect(await at(0)).toBe('nothing')
})

test('news are told once, whoever asks at the same time', async () => {
  const { session } = await signedIn()
  await leave(session, { kind: 'news', isProblem: false, text: 'Done.' })
  const told = await Promise.all(Array.from({ length: 6 }, () => takeNews(session)))
  expect(told.filter((news) => news !== null)).toEqual([{ isProblem: false, text: 'Done.' }])
})

test('what is not news is left for the page that it is for', async () => {
  const { session } = await signedIn()
  const cancelled = { kind: 'cancelled' as const, lastDay: new Date(NOW) }
  await leave(session, cancelled)
  expect(await takeNews(session)).toBeNull()
  expect((await leftIn(session))?.flash).toEqual(cancelled)
})

test('what no page of billing has left means nothing to them', async () => {
  const { reader, session } = await signedIn()
  await setFlash(session, { kind: 'paid', shownAt: 'now' })
  expect(await leftIn(session)).toBeNull()
  expect(await paymentNews(session, reader, NOW)).toEqual({ is: 'nothing' })
})
