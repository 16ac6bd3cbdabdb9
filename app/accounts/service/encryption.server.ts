import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { storageSecrets } from '../../platform/secrets.server.ts'
import { keyFor } from './tokens.server.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a value for the database.
 * @param purpose selects the key
 * @param owner authenticated with the value: it cannot be decrypted for another owner
 */
export function encrypt(purpose: string, owner: string, text: string): string {
  const [secret] = storageSecrets()
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyFor(purpose, secret), nonce, {
    authTagLength: TAG_BYTES,
  }).setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

/**
 * Decrypts a value with any key.
 * @returns the text, and the index of its key in storageSecrets(); null when no key fits
 */
export function decrypt(
  purpose: string,
  owner: string,
  encrypted: string,
): { text: string; keyIndex: number } | null {
  const bytes = Buffer.from(encrypted, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const body = bytes.subarray(NONCE_BYTES + TAG_BYTES)
  for (const [i, secret] of storageSecrets().entries()) {
    const decipher = createDecipheriv(CIPHER, keyFor(purpose, secret), nonce, {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(owner))
      .setAuthTag(tag)
    try {
      const text = Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
      return { text, keyIndex: i }
    } catch {
      // Try the next key.
    }
  }
  return null
}
