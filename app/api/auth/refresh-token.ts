import { refreshTokens } from '../../accounts/service/sessions.server.ts'
import {
  clearedCookies,
  cookieValue,
  REFRESH_COOKIE,
  tokenCookies,
} from '../../middleware/cookies.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('anyone', {
  async POST({ headers, https, crossSite, setCookies }) {
    // A header that a form of another site cannot send.
    if (!headers.has('X-Refresh-Request')) {
      throw new DomainError('invalid-input', 'The header X-Refresh-Request is required.')
    }
    const token = cookieValue(headers.get('Cookie'), REFRESH_COOKIE)
    const tokens = token === null ? null : await refreshTokens(token)
    if (!tokens) {
      if (token !== null) setCookies(clearedCookies({ https, crossSite }))
      throw new DomainError(
        'unauthenticated',
        token === null ? 'Authentication required' : 'Invalid or expired token',
      )
    }
    setCookies(tokenCookies(tokens, { https, crossSite }))
    const { accessToken } = tokens
    return { bare: { success: true, accessToken, data: { accessToken } } }
  },
})

export const loader = call.loader
export const action = call.action
