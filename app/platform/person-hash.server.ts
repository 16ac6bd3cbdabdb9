import { createHmac } from 'node:crypto'
import { normalizedAddress } from './normalized-address.ts'
import { authSecrets } from './secrets.server.ts'
import { hasLiveKeys } from './stripe.server.ts'

const hashed = (secret: string, what: string) =>
  createHmac('sha256', `used-trial:${secret}`).update(what).digest('base64url')

/** A person as they are remembered after their account is gone: by hashes that only we can make. */
export interface PersonHashes {
  /** Under these they are remembered from now on, made with the secret that is first. */
  remember: string[]
  /** Under these they may be remembered, by every secret that is still accepted. */
  recognize: string[]
}

/**
 * The hashes of a person. With live keys of Stripe, variants of one address and accounts with the
 * same card are one person; with test keys only the same address is, because everybody who tries
 * the product shares the test cards.
 * @param address as the account has it
 * @param card what cardIdentity() says of their card; null: it is not known
 */
export function personHashes(address: string, card: string | null = null): PersonHashes {
  const marks = new Set([address])
  if (hasLiveKeys()) {
    marks.add(normalizedAddress(address))
    if (card !== null) marks.add(card)
  }
  const by = (secret: string) => [...marks].map((mark) => hashed(secret, mark))
  const secrets = authSecrets()
  return { remember: by(secrets[0]), recognize: secrets.flatMap(by) }
}

/** The hash under which a card is remembered from now on; null: nothing is known, or test keys. */
export function cardHash(card: string | null): string | null {
  return card !== null && hasLiveKeys() ? hashed(authSecrets()[0], card) : null
}
