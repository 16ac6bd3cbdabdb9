import { db } from '../../platform/database.server.ts'
import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { APP_KEY_KINDS, type AppKeyKind, MAX_APP_KEYS } from '../rules/app-keys.ts'
import { changeSignInMethods } from './lock-account.server.ts'

/** A new app password, token, or podcast; its name is unique among the reader's. */
export interface NewAppKey {
  userId: number
  kind: AppKeyKind
  name: string
  /** A token's, separated by spaces; the selection of a podcast; null: none. */
  scopes: string | null
  secretHash: string
  createdAt: Date
  expiresAt: Date
}

const KEYS = { kind: { in: [...APP_KEY_KINDS] } }

/**
 * Saves an app password, token, or podcast. The reader's row is locked, so that the limit and the unique
 * names also hold for concurrent requests.
 * @param session that creates it
 * @param alongside written in the same transaction
 * @returns 'refused' when the address is not verified or the session is over
 */
export function insertAppKey(
  { userId, name, ...key }: NewAppKey,
  session: number,
  alongside?: InTransaction,
): Promise<'saved' | 'full' | 'taken' | 'refused'> {
  return changeSignInMethods(userId, session, async (queries) => {
    const { passwordGeneration } = await queries.user.findUniqueOrThrow({ where: { id: userId } })
    const current = { userId, ...KEYS, passwordGeneration, expiresAt: { gt: key.createdAt } }
    if ((await queries.session.count({ where: current })) >= MAX_APP_KEYS) return 'full'
    if ((await queries.session.count({ where: { ...current, device: name } })) > 0) return 'taken'
    const lastUsedAt = key.createdAt
    await queries.session.create({
      data: { ...key, userId, device: name, passwordGeneration, lastUsedAt },
    })
    await alongside?.(queries)
    return 'saved'
  })
}

export async function podcastNetworksOf(
  session: number,
): Promise<{ name: string; networks: string | null }> {
  const { device, networks } = await db().session.findUniqueOrThrow({
    where: { id: session },
    select: { device: true, networks: true },
  })
  return { name: device, networks }
}

/** Replaces them, unless they have changed in the meantime. */
export async function replacePodcastNetworks(
  session: number,
  before: string | null,
  after: string,
): Promise<boolean> {
  const { count } = await db().session.updateMany({
    where: { id: session, networks: before },
    data: { networks: after },
  })
  return count === 1
}
