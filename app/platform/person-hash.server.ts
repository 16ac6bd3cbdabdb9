import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { maxEntries } from './cache-size.ts'
import { normalizedAddress } from './normalized-address.ts'
import { storageSecrets } from './secrets.server.ts'
import { hasLiveKeys } from './stripe.server.ts'

/** Recent hashes: the home page of readers without a plan needs one each time. */
const hashes = new LRUCache<string, string>(maxEntries(2000))

function hashed(secret: string, what: string): string {
  const key = `${secret} ${what}`
  const known = hashes.get(key)
  if (known !== undefined) return known
  const made = createHmac('sha256', `used-trial:${secret}`).update(what).digest('base64url')
  hashes.set(key, made)
  return made
}

/** Keyed hashes that identify a person even after their account is deleted. */
export interface PersonHashes {
  /** The hashes to store, made with the first secret. */
  remember: string[]
  /** The hashes to look for, made with every secret, also retired ones. */
  recognize: string[]
}

/**
 * The hashes of a person. With live Stripe keys, variants of one address and accounts with the same
 * card count as one person. With test keys only the exact address does, because all testers use the
 * same test cards.
 * @param address as stored with the account
 * @param card from cardIdentity(); null: unknown
 */
export function personHashes(address: string, card: string | null = null): PersonHashes {
  const marks = new Set([address])
  if (hasLiveKeys()) {
    marks.add(normalizedAddress(address))
    if (card !== null) marks.add(card)
  }
  const by = (secret: string) => [...marks].map((mark) => hashed(secret, mark))
  const secrets = storageSecrets()
  return { remember: by(secrets[0]), recognize: secrets.flatMap(by) }
}

/** The hash of a card to store; null: the card is unknown, or the keys are test keys. */
export function cardHash(card: string | null): string | null {
  return card !== null && hasLiveKeys() ? hashed(storageSecrets()[0], card) : null
}
