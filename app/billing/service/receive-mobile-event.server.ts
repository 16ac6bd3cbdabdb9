import { createHash, timingSafeEqual } from 'node:crypto'
import { readerById } from '../../accounts/service/find-reader.server.ts'
import { now } from '../../platform/clock.server.ts'
import { env } from '../../platform/env.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { log } from '../../platform/log.server.ts'
import { mobileStateOf } from '../rules/mobile-subscription.ts'
import { mobileEvent } from '../schema/calls.ts'
import { moveMobile, putMobile } from '../store/mobile-subscriptions.server.ts'
import { ensureAccount } from '../store/billing-state.server.ts'

/** The secret in demo mode. */
export const DEMO_MOBILE_SECRET = 'demo-mobile-secret'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares the secret in constant time. */
function isSecret(given: string | null): boolean {
  const secret = env().mobileWebhookSecret ?? (env().isDemo ? DEMO_MOBILE_SECRET : undefined)
  const bare = (given ?? '').replace(/^Bearer /i, '')
  return secret !== undefined && timingSafeEqual(digest(bare), digest(secret))
}

/**
 * Receives RevenueCat's event about a mobile subscription. Events older than the last one change
 * nothing, so they may be repeated or out of order.
 * @param authorization the header with the shared secret
 * @param readerIdOf finds the reader's id for a public id, or null
 * @throws DomainError invalid-input when the secret is missing or wrong, ZodError when the body is
 * not an event; then nothing is changed
 */
export async function receiveMobileEvent(
  authorization: string | null,
  body: () => Promise<unknown>,
  readerIdOf: (publicId: string) => number | null,
): Promise<void> {
  if (!isSecret(authorization)) {
    throw new DomainError('invalid-input', 'The secret is missing or wrong.')
  }
  const { event } = mobileEvent.parse(await body())
  // Sandbox purchases are made by testers and cost nothing.
  if (event.environment === 'SANDBOX' && !env().isDemo) return
  const at = new Date(event.event_timestamp_ms ?? Date.now())
  const find = (publicIds: string[] = []) =>
    knownReaders(publicIds.flatMap((publicId) => readerIdOf(publicId) ?? []))
  if (event.type === 'TRANSFER') {
    const from = await find(event.transferred_from)
    const [to] = await find(event.transferred_to)
    if (to !== undefined) await moveMobile(from, to, at)
    return
  }
  const state = mobileStateOf(event)
  const [userId] = await find([event.app_user_id ?? ''])
  if (!state) return
  if (userId === undefined) {
    log.warn({ type: event.type }, 'a mobile event for an unknown reader')
    return
  }
  await putMobile(userId, state, at)
}

async function knownReaders(ids: number[]): Promise<number[]> {
  const known: number[] = []
  for (const id of ids) {
    if (!(await readerById(id))) continue
    await ensureAccount(id, now())
    known.push(id)
  }
  return known
}
