import { endAppSession, endSession, signOutApp } from '../../accounts/service/end-session.server.ts'
import {
  accessToken,
  clearedCookies,
  readCookie,
  readOldCookie,
  REFRESH_COOKIE,
} from '../../middleware/request/cookies.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'logout',
    tag: 'Auth',
    summary: 'Sign out',
    success: 'Signed out. The answer is the same if nobody was signed in.',
    method: 'POST',
    auth: 'ignored',
    async handler({ signedIn, headers, crossSite, setCookies }) {
      const cookies = headers.get('Cookie')
      const refresh = readCookie(cookies, REFRESH_COOKIE) ?? readOldCookie(cookies, REFRESH_COOKIE)
      if (refresh !== null) await endAppSession(refresh)
      if (signedIn) await endSession(signedIn.user.id, signedIn.session.id)
      // Browsers do not send the refresh cookie to this path, and an expired access token does not
      // sign the reader in, but it still names its session.
      const access = accessToken(headers)
      if (!signedIn && access !== null) await signOutApp(access)
      setCookies(clearedCookies({ crossSite }))
      return { data: {}, message: 'Signed out.' }
    },
  }),
)

export { loader as action }
