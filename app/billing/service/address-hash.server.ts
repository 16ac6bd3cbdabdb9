import { createHmac } from 'node:crypto'
import { authSecrets } from '../../platform/secrets.server.ts'

const hashed = (secret: string, address: string) =>
  createHmac('sha256', `used-trial:${secret}`).update(address).digest('base64url')

/** An address as it is remembered after its account is gone: by a hash that only we can make. */
export function addressHash(address: string): string {
  return hashed(authSecrets()[0], address)
}

/** The hashes under which an address may be remembered, by each secret that is still accepted. */
export function addressHashes(address: string): string[] {
  return authSecrets().map((secret) => hashed(secret, address))
}
