import { z } from 'zod'
import { durationText } from '../../accounts/rules/duration-text.ts'
import { REFRESH_GRACE_MS } from '../../accounts/rules/lifetimes.ts'
import { refreshTokens } from '../../accounts/service/refresh-tokens.server.ts'
import {
  clearedCookies,
  clearedOldCookie,
  readCookie,
  readOldCookie,
  REFRESH_COOKIE,
  tokenCookies,
} from '../../middleware/request/cookies.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { SIGN_IN_FIRST } from '../schemas/answers.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'refreshToken',
    tag: 'Auth',
    summary: 'Exchange the refresh cookie for new tokens',
    description: `A refresh token works once. Within ${durationText(REFRESH_GRACE_MS)}, the same token gets the same answer; later, it ends the whole session.`,
    success: 'A new access token and new cookies.',
    errors: { 400: 'The header is missing.', 401: SIGN_IN_FIRST },
    method: 'POST',
    auth: 'ignored',
    parameters: {
      header: z.object({ 'X-Refresh-Request': z.string().meta({ description: 'Any value.' }) }),
    },
    answerAs: 'bare',
    output: z.strictObject({
      success: z.literal(true),
      accessToken: z.string(),
      data: z.strictObject({ accessToken: z.string() }),
    }),
    async handler({ headers, crossSite, setCookies }) {
      // A form on another site cannot send a header.
      if (!headers.has('X-Refresh-Request')) {
        throw new DomainError('invalid-input', 'The header X-Refresh-Request is required.')
      }
      const cookies = headers.get('Cookie')
      const old = readOldCookie(cookies, REFRESH_COOKIE)
      if (old !== null) setCookies([clearedOldCookie(REFRESH_COOKIE)])
      const own = readCookie(cookies, REFRESH_COOKIE)
      const token = own ?? old
      if (token === null) throw new DomainError('unauthenticated', 'Authentication required')
      const tokens = await refreshTokens(token, new Date(), { underOldName: own === null })
      if (!tokens) {
        setCookies(clearedCookies({ crossSite }))
        throw new DomainError('unauthenticated', 'Invalid or expired token')
      }
      setCookies(tokenCookies(tokens, { crossSite }))
      const { accessToken } = tokens
      return { data: { success: true as const, accessToken, data: { accessToken } } }
    },
  }),
)

export { loader as action }
