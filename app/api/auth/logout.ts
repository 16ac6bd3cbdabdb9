import { endAppSession, endSession, signOutApp } from '../../accounts/service/end-session.server.ts'
import {
  accessToken,
  clearedCookies,
  readCookie,
  readOldCookie,
  REFRESH_COOKIE,
} from '../../middleware/cookies.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('anyone', {
  async POST({ signedIn, headers, crossSite, setCookies }) {
    const cookies = headers.get('Cookie')
    const refresh = readCookie(cookies, REFRESH_COOKIE) ?? readOldCookie(cookies, REFRESH_COOKIE)
    if (refresh !== null) await endAppSession(refresh)
    if (signedIn) await endSession(signedIn.user.id, signedIn.session.id)
    // The refresh cookie does not come here, and the access token may be too old to be let in.
    const access = accessToken(headers)
    if (!signedIn && access !== null) await signOutApp(access)
    setCookies(clearedCookies({ crossSite }))
    return { data: {}, message: 'Signed out.' }
  },
})

export const loader = call.loader
export const action = call.action
