import { generateTOTP, getTOTPAuthUri, verifyTOTP } from '@epic-web/totp'
import { log } from '../../platform/log.server.ts'
import {
  isAuthenticatorCode,
  RECOVERY_CODE_CHARS,
  RECOVERY_CODE_ALPHABET,
  RECOVERY_CODES,
} from '../rules/two-factor-codes.ts'
import { decrypt, encrypt } from './encryption.server.ts'
import { useRecoveryCode, useStep } from '../store/two-factor.server.ts'
import { randomText, secretHash } from './tokens.server.ts'

/** The only format that every authenticator app supports. */
const APP_FORMAT = { digits: 6, algorithm: 'SHA-1', period: 30 } as const
const STEP_MS = APP_FORMAT.period * 1000
/** Accepts the previous and the next code, because clocks differ and typing takes time. */
const WINDOW_STEPS = 1

const BASE32_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** 160 bits (RFC 4226, section 4). */
const APP_SECRET_CHARS = 32

const PURPOSE = 'two-factor'

export function newAppSecret(): string {
  return randomText(BASE32_ALPHABET, APP_SECRET_CHARS)
}

export function encryptAppSecret(userId: number, secret: string): string {
  return encrypt(PURPOSE, String(userId), secret)
}

/** Decrypts an app secret; null when its key is no longer in AUTH_SECRETS. */
export function decryptAppSecret(userId: number, encrypted: string): string | null {
  return decrypt(PURPOSE, String(userId), encrypted)?.text ?? null
}

/**
 * Encrypts an app secret again with the newest key.
 * @returns the index of its key so far in storageSecrets(), and the secret under the newest key; null
 * when no key decrypts it
 */
export function withNewestKey(
  userId: number,
  encrypted: string,
): { keyIndex: number; encrypted: string } | null {
  const found = decrypt(PURPOSE, String(userId), encrypted)
  if (!found) return null
  const { keyIndex, text } = found
  return { keyIndex, encrypted: keyIndex > 0 ? encryptAppSecret(userId, text) : encrypted }
}

/** The otpauth: URL for the QR code. */
export function appAddress(email: string, secret: string): string {
  return getTOTPAuthUri({ ...APP_FORMAT, secret, accountName: email, issuer: 'Readr' })
}

export async function codeNow(secret: string): Promise<string> {
  return (await generateTOTP({ ...APP_FORMAT, secret })).otp
}

const stepNow = () => Math.floor(Date.now() / STEP_MS)

/** The 30-second step since 1970 of a code; null when it is not a current code. */
export async function stepOfCode(secret: string, code: string): Promise<number | null> {
  for (;;) {
    const now = stepNow()
    const result = await verifyTOTP({ ...APP_FORMAT, secret, otp: code, window: WINDOW_STEPS })
    // The library reads the clock too: its result is relative to `now` only within one step.
    if (stepNow() === now) return result && now + result.delta
  }
}

export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    randomText(RECOVERY_CODE_ALPHABET, RECOVERY_CODE_CHARS),
  )
  return { codes, hashes: codes.map(secretHash) }
}

/**
 * Checks a code from the app or a recovery code, and makes it unusable.
 * @param encrypted the app's secret
 * @param code normalized by its schema
 */
export async function acceptCode(
  userId: number,
  encrypted: string,
  code: string,
): Promise<boolean> {
  if (!isAuthenticatorCode(code)) return useRecoveryCode(userId, secretHash(code), new Date())
  const decrypted = decrypt(PURPOSE, String(userId), encrypted)
  if (!decrypted) {
    log.error({ userId }, 'no key in AUTH_SECRETS decrypts the secret of two-factor sign-in')
    return false
  }
  const step = await stepOfCode(decrypted.text, code)
  if (step === null) return false
  // Re-encrypts with the newest key, so that old keys can be removed eventually.
  const newSecret = decrypted.keyIndex > 0 ? encryptAppSecret(userId, decrypted.text) : encrypted
  return useStep(userId, step, encrypted, newSecret)
}
