import { z } from 'zod'
import type { TokenPair } from '../../accounts/service/begin-session.server.ts'
import type { ReaderRow } from '../../accounts/service/check-password.server.ts'
import { accessFor } from '../../catalogue/rules/access.ts'
import { tokenCookies } from '../../middleware/cookies.server.ts'
import { now } from '../../platform/clock.server.ts'
import type { CallContext } from '../endpoint.server.ts'
import { durationText } from '../../accounts/rules/duration-text.ts'
import { SIGN_IN_TICKET_TTL_MS } from '../../accounts/rules/lifetimes.ts'
import { toUserJson, userJson } from '../schemas/user.server.ts'

export const signedInJson = z.strictObject({ accessToken: z.string(), user: userJson })

export const twoFactorJson = z.strictObject({
  twoFactor: z.literal(true),
  ticket: z.string().meta({
    description: `For /api/auth/two-factor, together with a code; works once, for ${durationText(SIGN_IN_TICKET_TTL_MS)}.`,
  }),
})

/** The data of an answer that signs a reader in; sets both cookies. */
export function answerSignIn(
  call: Pick<CallContext, 'setCookies' | 'crossSite'>,
  user: ReaderRow,
  tokens: TokenPair,
): z.output<typeof signedInJson> {
  call.setCookies(tokenCookies(tokens, call))
  const isSubscribed = accessFor(user, now()) === 'full'
  return {
    accessToken: tokens.accessToken,
    user: toUserJson({ ...user, hasPassword: user.passwordHash !== null }, isSubscribed),
  }
}
