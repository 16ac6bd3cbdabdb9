import { closeAccount } from '../../billing/service/close-account.server.ts'
import { clearedCookies } from '../../middleware/request/cookies.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'deleteAccount',
    tag: 'Auth',
    summary: 'Delete the account and all its data',
    success: 'Deleted; its subscription has ended.',
    errors: {
      502: 'The payment provider could not be reached to end the subscription, so nothing was deleted.',
    },
    method: 'DELETE',
    auth: 'session',
    async handler({ signedIn, setCookies, crossSite }) {
      await closeAccount(signedIn.user.id)
      setCookies(clearedCookies({ crossSite }))
      return { data: {}, message: 'Your account has been deleted.' }
    },
  }),
)

export { loader as action }
