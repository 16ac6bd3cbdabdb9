import { shareIdParams } from '../../reading/schema/sharing.ts'
import { revokeShare } from '../../reading/service/sharing/revoke-share.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { TOO_MANY_ATTEMPTS } from '../schemas/answers.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'revokeSharedSummary',
    tag: 'Reading',
    summary: 'End the link to a shared summary',
    description:
      'The link stops working right away, but still counts as the one of its week. Repeating the call changes nothing.',
    success: 'The link has ended.',
    errors: {
      404: 'The caller has no such link.',
      429: TOO_MANY_ATTEMPTS,
    },
    method: 'DELETE',
    auth: 'session',
    scope: 'library:write',
    params: shareIdParams,
    async handler({ signedIn: { user }, params: { id } }) {
      await revokeShare(user.id, id)
      return { data: {}, message: 'The link has ended.' }
    },
  }),
)

export { loader as action }
