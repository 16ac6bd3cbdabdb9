import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from './env.server.ts'

let demo: [string] | undefined

/**
 * The secrets that sign tokens. The first one signs, and all are accepted, so that secrets can be
 * rotated. Demo mode generates a secret and stores it in the data folder.
 */
export function authSecrets(): [string, ...string[]] {
  const [first, ...others] = env().authSecrets
  return first === undefined ? (demo ??= [demoSecret()]) : [first, ...others]
}

/**
 * All secrets, for what is stored in the database: it may have been made with one that no longer
 * verifies tokens, because it was weak or became known.
 */
export function storageSecrets(): [string, ...string[]] {
  return [...authSecrets(), ...env().retiredSecrets]
}

function demoSecret(): string {
  const file = join(env().dataDir, 'demo-secret')
  mkdirSync(env().dataDir, { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8')
}
