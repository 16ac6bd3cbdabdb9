import { randomBytes } from 'node:crypto'
import { generateTOTP, getTOTPAuthUri, verifyTOTP } from '@epic-web/totp'
import { log } from '../../platform/log.server.ts'
import {
  isAppCode,
  RECOVERY_CODE_CHARS,
  RECOVERY_CODE_SIGNS,
  RECOVERY_CODES,
} from '../rules/codes.ts'
import { seal, unseal } from './encryption.server.ts'
import { useRecoveryCode, useStep } from '../store/two-factor.server.ts'
import { secretHash } from './tokens.server.ts'

/** What every authenticator app understands; many ignore anything else. */
const APP_FORMAT = { digits: 6, algorithm: 'SHA-1', period: 30 } as const
const STEP_MS = APP_FORMAT.period * 1000
/** Codes of the half-minutes before and after this one count: clocks differ, and people type. */
const WINDOW_STEPS = 1

const BASE32_SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** 160 bits, as long as the hash (RFC 4226, section 4). */
const APP_SECRET_CHARS = 32

const PURPOSE = 'two-factor'

/** Signs by chance from an alphabet of 32, so that each byte gives five unbiased bits. */
function randomSigns(alphabet: string, length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte & 31]).join('')
}

/** A new secret for an authenticator app. */
export function newAppSecret(): string {
  return randomSigns(BASE32_SIGNS, APP_SECRET_CHARS)
}

/** An app's secret as it is stored. */
export function sealAppSecret(userId: number, secret: string): string {
  return seal(PURPOSE, String(userId), secret)
}

/** An app's secret as it was sealed; null when its key is no longer among AUTH_SECRETS. */
export function openAppSecret(userId: number, sealed: string): string | null {
  return unseal(PURPOSE, String(userId), sealed)?.text ?? null
}

/** The address in the QR code, from which an app takes everything that it needs. */
export function appAddress(email: string, secret: string): string {
  return getTOTPAuthUri({ ...APP_FORMAT, secret, accountName: email, issuer: 'Readr' })
}

/** The code that an app shows now. */
export async function codeNow(secret: string): Promise<string> {
  return (await generateTOTP({ ...APP_FORMAT, secret })).otp
}

const stepNow = () => Math.floor(Date.now() / STEP_MS)

/** The half-minute since 1970 to which a code belongs; null when it is not a code of about now. */
export async function stepOfCode(secret: string, code: string): Promise<number | null> {
  for (;;) {
    const now = stepNow()
    const result = await verifyTOTP({ ...APP_FORMAT, secret, otp: code, window: WINDOW_STEPS })
    // The library reads the clock itself: only within one half-minute do both mean the same.
    if (stepNow() === now) return result && now + result.delta
  }
}

/** New recovery codes: what the reader is shown, once, and what is stored. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    randomSigns(RECOVERY_CODE_SIGNS, RECOVERY_CODE_CHARS),
  )
  return { codes, hashes: codes.map(secretHash) }
}

/**
 * Accepts a code of the reader's app or a recovery code, and uses it up.
 * @param sealed the app's secret as it is stored
 * @param code in the form that the schemas give it
 */
export async function acceptCode(userId: number, sealed: string, code: string): Promise<boolean> {
  if (!isAppCode(code)) return useRecoveryCode(userId, secretHash(code), new Date())
  const opened = unseal(PURPOSE, String(userId), sealed)
  if (!opened) {
    log.error({ userId }, 'no key in AUTH_SECRETS opens the secret of two-factor sign-in')
    return false
  }
  const step = await stepOfCode(opened.text, code)
  if (step === null) return false
  // Moves it under the newest key, so that old keys can be taken away in time.
  const keep = opened.isOldKey ? sealAppSecret(userId, opened.text) : sealed
  return useStep(userId, step, sealed, keep)
}
