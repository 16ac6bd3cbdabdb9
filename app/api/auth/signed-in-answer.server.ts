import type { ReaderRow } from '../../accounts/service/check-password.server.ts'
import type { TokenPair } from '../../accounts/service/begin-session.server.ts'
import { accessFor } from '../../catalogue/rules/access.ts'
import { tokenCookies } from '../../middleware/cookies.server.ts'
import { now } from '../../platform/clock.server.ts'
import type { Answer, Call } from '../endpoint.server.ts'
import { toUserJson } from '../serializers.server.ts'

/** What sign-in and registration answer: the access token, the reader, and both cookies. */
export function signedInAnswer(call: Call, user: ReaderRow, tokens: TokenPair): Answer {
  const isSubscribed = accessFor(user, now()) === 'full'
  call.setCookies(tokenCookies(tokens, call))
  return {
    data: {
      accessToken: tokens.accessToken,
      user: toUserJson({ ...user, hasPassword: user.passwordHash !== null }, isSubscribed),
    },
  }
}
