import { deleteAccount } from '../../accounts/service.server.ts'
import { clearedCookies } from '../../middleware/cookies.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('session', {
  async DELETE({ signedIn, setCookies, https }) {
    await deleteAccount(signedIn.user.id)
    setCookies(clearedCookies(https))
    return { data: {}, message: 'Your account has been deleted.' }
  },
})

export const loader = call.loader
export const action = call.action
