import { z } from 'zod'
import type { Proven } from '../../accounts/service/begin-sign-in.server.ts'
import { accessFor } from '../../catalogue/rules/access.ts'
import type { DeviceRequest } from '../../middleware/remember-device.server.ts'
import { signInToApp } from '../../middleware/sign-in/finish-sign-in.server.ts'
import { now } from '../../platform/clock.server.ts'
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

/** Finishes a sign-in in an app. Returns the answer's data; sets both cookies. */
export async function answerSignIn(
  call: DeviceRequest,
  proven: Proven,
): Promise<z.output<typeof signedInJson>> {
  const { accessToken } = await signInToApp(call, proven)
  const { user } = proven
  const isSubscribed = accessFor({ subscribedUntil: null, ...user }, now()) === 'full'
  return {
    accessToken,
    user: toUserJson({ ...user, hasPassword: user.passwordHash !== null }, isSubscribed),
  }
}
