import { randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { authSecrets } from '../../platform/secrets.server.ts'
import { SIGN_IN_TICKET_TTL_MS } from '../rules/lifetimes.ts'
import type { UserRow } from '../store/users.server.ts'
import { ISSUER, keyId, keyInUse, secretHash, signingKey } from './tokens.server.ts'

/** Proof of the first step of a two-factor sign-in. */
interface SignInTicket {
  /** Key of its attempt and use counts. */
  id: string
  userId: number
  /** The ticket is void once the password changes or the owner first verifies the address. */
  passwordFingerprint: string
  remember: boolean
}

const PURPOSE = 'sign-in-ticket'

const claims = z.object({
  jti: z.uuid(),
  sub: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number),
  pwm: z.string(),
  rem: z.boolean(),
})

type Password = Pick<UserRow, 'passwordHash' | 'passwordGeneration'>

export function passwordFingerprint({ passwordHash, passwordGeneration }: Password): string {
  return secretHash(`${passwordGeneration} ${passwordHash ?? ''}`).slice(0, 22)
}

/** Signs a ticket that expires SIGN_IN_TICKET_TTL_MS after `issuedAt`. */
export async function signTicket(
  user: { id: number } & Password,
  remember: boolean,
  issuedAt: Date,
): Promise<string> {
  const [secret] = authSecrets()
  const seconds = Math.floor(issuedAt.getTime() / 1000)
  return new SignJWT({ pwm: passwordFingerprint(user), rem: remember })
    .setProtectedHeader({ alg: 'HS256', kid: keyId(secret) })
    .setIssuer(ISSUER)
    .setAudience(PURPOSE)
    .setSubject(String(user.id))
    .setJti(randomUUID())
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + SIGN_IN_TICKET_TTL_MS / 1000)
    .sign(await signingKey(PURPOSE, secret))
}

/** Verifies and reads a ticket; null when it is invalid or expired. */
export async function readTicket(ticket: string): Promise<SignInTicket | null> {
  try {
    const { payload } = await jwtVerify(ticket, ({ kid }) => keyInUse(PURPOSE, kid), {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: PURPOSE,
    })
    const { jti, sub, pwm, rem } = claims.parse(payload)
    return { id: jti, userId: sub, passwordFingerprint: pwm, remember: rem }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) return null
    throw error
  }
}
