import { createECDH, hkdfSync } from 'node:crypto'
import { env } from '../../../platform/env.server.ts'
import { storageSecrets } from '../../../platform/secrets.server.ts'

/** Identify this installation to push services (VAPID, RFC 8292). */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

/** The order of P-256: private keys are smaller. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

const made = new Map<string, PushKeys>()

/** The same keys for the same secret, so that they need no storage. */
const keysFrom = (secret: string) => made.getOrInsertComputed(secret, makeKeys)

function makeKeys(secret: string): PushKeys {
  const bytes = new Uint8Array(hkdfSync('sha256', secret, '', 'push keys', 48)).toHex()
  const number = (BigInt(`0x${bytes}`) % (ORDER - 1n)) + 1n
  const privateKey = Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  }
}

/**
 * The keys of this installation. New subscriptions use the first; the others belong to earlier secrets,
 * which browsers still trust.
 */
export function pushKeys(): [PushKeys, ...PushKeys[]] {
  const { vapidKeys } = env()
  const [first, ...others] = storageSecrets().map(keysFrom)
  return vapidKeys ? [vapidKeys, first!, ...others] : [first!, ...others]
}
