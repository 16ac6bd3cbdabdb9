import { closeAccount } from '../../billing/service/close-account.server.ts'
import { clearedCookies } from '../../middleware/cookies.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('session', {
  async DELETE({ signedIn, setCookies, crossSite }) {
    await closeAccount(signedIn.user.id)
    setCookies(clearedCookies({ crossSite }))
    return { data: {}, message: 'Your account has been deleted.' }
  },
})

export const loader = call.loader
export const action = call.action
