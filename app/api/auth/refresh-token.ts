import { refreshTokens } from '../../accounts/service/refresh-tokens.server.ts'
import {
  clearedCookies,
  clearedOldCookie,
  readCookie,
  readOldCookie,
  REFRESH_COOKIE,
  tokenCookies,
} from '../../middleware/cookies.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('anyone', {
  async POST({ headers, crossSite, setCookies }) {
    // A header that a form of another site cannot send.
    if (!headers.has('X-Refresh-Request')) {
      throw new DomainError('invalid-input', 'The header X-Refresh-Request is required.')
    }
    const cookies = headers.get('Cookie')
    const old = readOldCookie(cookies, REFRESH_COOKIE)
    if (old !== null) setCookies([clearedOldCookie(REFRESH_COOKIE)])
    const own = readCookie(cookies, REFRESH_COOKIE)
    const token = own ?? old
    const underOldName = own === null
    const tokens = token === null ? null : await refreshTokens(token, new Date(), { underOldName })
    if (!tokens) {
      if (token !== null) setCookies(clearedCookies({ crossSite }))
      throw new DomainError(
        'unauthenticated',
        token === null ? 'Authentication required' : 'Invalid or expired token',
      )
    }
    setCookies(tokenCookies(tokens, { crossSite }))
    const { accessToken } = tokens
    return { bare: { success: true, accessToken, data: { accessToken } } }
  },
})

export const loader = call.loader
export const action = call.action
