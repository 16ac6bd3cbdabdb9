import { endAppSession, endSession } from '../../accounts/service/sessions.server.ts'
import { clearedCookies, cookieValue, REFRESH_COOKIE } from '../../middleware/cookies.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('anyone', {
  async POST({ signedIn, headers, https, setCookies }) {
    const refresh = cookieValue(headers.get('Cookie'), REFRESH_COOKIE)
    if (refresh !== null) await endAppSession(refresh)
    if (signedIn) await endSession(signedIn.user.id, signedIn.session.id)
    setCookies(clearedCookies(https))
    return { data: {}, message: 'Signed out.' }
  },
})

export const loader = call.loader
export const action = call.action
