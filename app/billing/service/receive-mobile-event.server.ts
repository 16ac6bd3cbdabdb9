import { createHash, timingSafeEqual } from 'node:crypto'
import { readerById } from '../../accounts/service/find-reader.server.ts'
import { now } from '../../platform/clock.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { env } from '../../platform/env.server.ts'
import { log } from '../../platform/log.server.ts'
import { mobileStateOf } from '../rules/mobile.ts'
import { mobileEvent } from '../schema/calls.ts'
import { moveMobile, putMobile } from '../store/mobile.server.ts'
import { ensureAccount } from '../store/state.server.ts'

/** What the messenger of demo mode proves itself with. */
export const DEMO_MOBILE_SECRET = 'demo-mobile-secret'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether this is the secret, in the time that it takes to compare any other. */
function isSecret(given: string | null): boolean {
  const secret = env().mobileWebhookSecret ?? (env().isDemo ? DEMO_MOBILE_SECRET : undefined)
  const bare = (given ?? '').replace(/^Bearer /i, '')
  return secret !== undefined && timingSafeEqual(digest(bare), digest(secret))
}

/**
 * Takes an event about a mobile subscription, in RevenueCat's format. Older events than the last
 * that was taken change nothing, so that they may come doubled and out of order.
 * @param authorization the header that carries the shared secret
 * @param readerIdOf the reader's id behind a public one, or null
 * @throws DomainError invalid-input when the secret is missing or wrong, ZodError when it is no
 * event: then nothing is changed
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
  // Purchases of testers cost nothing.
  if (event.environment === 'SANDBOX' && !env().isDemo) return
  const at = new Date(event.event_timestamp_ms ?? Date.now())
  const idsOf = (publicIds: string[]) => publicIds.flatMap((publicId) => readerIdOf(publicId) ?? [])
  if (event.type === 'TRANSFER') {
    const from = await knownReaders(idsOf(event.transferred_from ?? []))
    const [to] = await knownReaders(idsOf(event.transferred_to ?? []))
    if (to !== undefined) await moveMobile(from, to, at)
    return
  }
  const state = mobileStateOf(event)
  const [userId] = await knownReaders(idsOf([event.app_user_id ?? '']))
  if (!state) return
  if (userId === undefined) {
    log.warn({ type: event.type }, 'a mobile subscription of nobody who is known')
    return
  }
  await putMobile(userId, state, at)
}

/** Those of the readers who are there, each with a billing account. */
async function knownReaders(ids: number[]): Promise<number[]> {
  const known: number[] = []
  for (const id of ids) {
    if (!(await readerById(id))) continue
    await ensureAccount(id, now())
    known.push(id)
  }
  return known
}
