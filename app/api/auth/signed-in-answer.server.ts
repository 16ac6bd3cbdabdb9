import type { UserRow } from '../../accounts/service.server.ts'
import type { TokenPair } from '../../accounts/service/sessions.server.ts'
import { subscriptionOf } from '../../billing/service/subscription-of.server.ts'
import { tokenCookies } from '../../middleware/cookies.server.ts'
import type { Answer, Call } from '../endpoint.server.ts'
import { toUserJson } from '../serializers.server.ts'

/** What sign-in and registration answer: the access token, the reader, and both cookies. */
export async function signedInAnswer(
  call: Call,
  user: UserRow,
  tokens: TokenPair,
): Promise<Answer> {
  const { isSubscribed } = await subscriptionOf(user)
  call.setCookies(tokenCookies(tokens, call))
  return {
    data: {
      accessToken: tokens.accessToken,
      user: toUserJson({ ...user, hasPassword: user.passwordHash !== null }, isSubscribed),
    },
  }
}
