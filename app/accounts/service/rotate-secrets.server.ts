import { storageSecrets } from '../../platform/secrets.server.ts'
import { appsAfter, replaceAppSecret } from '../store/two-factor.server.ts'
import { keyId } from './tokens.server.ts'
import { withNewestKey } from './two-factor-codes.server.ts'

const APPS_PER_PAGE = 500

/** How much of what is stored needs each secret. */
export interface SecretUse {
  /** In the order of AUTH_SECRETS and RETIRED_SECRETS, by a public id. */
  secrets: { id: string; apps: number }[]
  /** Authenticator apps that no secret decrypts. */
  lost: number
}

/** Counts which secrets still decrypt authenticator apps, and with `rotates` uses the first for all. */
async function useOfSecrets(rotates: boolean): Promise<SecretUse> {
  const secrets = storageSecrets().map((secret) => ({ id: keyId(secret), apps: 0 }))
  let lost = 0
  for (let last = 0; ;) {
    const apps = await appsAfter(last, APPS_PER_PAGE)
    for (const { userId, secret } of apps) {
      const found = withNewestKey(userId, secret)
      if (!found) lost++
      else secrets[found.keyIndex]!.apps++
      if (rotates && found && found.keyIndex > 0) {
        await replaceAppSecret(userId, secret, found.encrypted)
      }
    }
    if (apps.length < APPS_PER_PAGE) return { secrets, lost }
    last = apps.at(-1)!.userId
  }
}

/** Which secrets are still needed to decrypt something. */
export const countSecretUse = (): Promise<SecretUse> => useOfSecrets(false)

/**
 * Encrypts everything that is stored with the first secret.
 * @returns how much had needed each secret
 */
export const rotateSecrets = (): Promise<SecretUse> => useOfSecrets(true)
