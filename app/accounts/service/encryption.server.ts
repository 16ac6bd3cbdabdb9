import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { authSecrets } from '../../platform/secrets.server.ts'
import { keyFor } from './tokens.server.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts what the database must not show.
 * @param purpose gives it a key of its own
 * @param owner whose it is: under another owner's name it cannot be opened
 */
export function seal(purpose: string, owner: string, text: string): string {
  const [secret] = authSecrets()
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyFor(purpose, secret), nonce, {
    authTagLength: TAG_BYTES,
  }).setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

/**
 * Opens what was sealed, with any key in use.
 * @returns the text, and whether the key is no longer the first; null when no key fits
 */
export function unseal(
  purpose: string,
  owner: string,
  sealed: string,
): { text: string; isOldKey: boolean } | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const body = bytes.subarray(NONCE_BYTES + TAG_BYTES)
  for (const [i, secret] of authSecrets().entries()) {
    const decipher = createDecipheriv(CIPHER, keyFor(purpose, secret), nonce, {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(owner))
      .setAuthTag(tag)
    try {
      const text = Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
      return { text, isOldKey: i > 0 }
    } catch {
      // Another key may fit.
    }
  }
  return null
}
