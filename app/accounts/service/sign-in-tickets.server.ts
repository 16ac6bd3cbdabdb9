import { randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { authSecrets } from '../../platform/secrets.server.ts'
import { SIGN_IN_TICKET_MS } from '../rules/lifetimes.ts'
import type { UserRow } from '../store/users.server.ts'
import { ISSUER, keyId, keyInUse, secretHash, signingKey } from './tokens.server.ts'

/** Says that a reader has given the right password; the code is still to come. */
export interface SignInTicket {
  /** What its tries and its use are counted by. */
  id: string
  userId: number
  /** Of the password that was given: once it has changed, or the account's owner has proved who they
   * are, the ticket is worth nothing. */
  passwordMark: string
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

/** Tells one stored password and its generation from another; nothing can be learned from it. */
export function passwordMark({ passwordHash, passwordGeneration }: Password): string {
  return secretHash(`${passwordGeneration} ${passwordHash ?? ''}`).slice(0, 22)
}

/** A ticket that is good for five minutes from `issuedAt`. */
export async function signTicket(
  user: { id: number } & Password,
  remember: boolean,
  issuedAt: Date,
): Promise<string> {
  const [secret] = authSecrets()
  const seconds = Math.floor(issuedAt.getTime() / 1000)
  return new SignJWT({ pwm: passwordMark(user), rem: remember })
    .setProtectedHeader({ alg: 'HS256', kid: keyId(secret) })
    .setIssuer(ISSUER)
    .setAudience(PURPOSE)
    .setSubject(String(user.id))
    .setJti(randomUUID())
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + SIGN_IN_TICKET_MS / 1000)
    .sign(await signingKey(PURPOSE, secret))
}

/** What a ticket says; null when it is too old or was not made here. */
export async function readTicket(ticket: string): Promise<SignInTicket | null> {
  try {
    const { payload } = await jwtVerify(ticket, ({ kid }) => keyInUse(PURPOSE, kid), {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: PURPOSE,
    })
    const { jti, sub, pwm, rem } = claims.parse(payload)
    return { id: jti, userId: sub, passwordMark: pwm, remember: rem }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) return null
    throw error
  }
}
