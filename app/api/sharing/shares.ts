import { z } from 'zod'
import { firstName, MAX_OPENINGS, SHARE_TTL_DAYS } from '../../reading/rules/sharing/share.ts'
import { shareInput } from '../../reading/schema/sharing.ts'
import { listShares } from '../../reading/service/sharing/list-shares.server.ts'
import { shareSummary } from '../../reading/service/sharing/share-summary.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { INVALID_INPUT, TOO_MANY_ATTEMPTS } from '../schemas/answers.server.ts'
import { shareJson, toShareJson } from '../schemas/sharing.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'listSharedSummaries',
    tag: 'Reading',
    summary: 'Summaries that the caller opened for friends',
    description: 'Those of the last year, latest first.',
    success: 'The links.',
    method: 'GET',
    auth: 'session',
    scope: 'library:read',
    output: z.strictObject({
      shares: z.array(shareJson),
      isWeekUsed: z.boolean().meta({
        description:
          'The next one can be shared on Monday, in the time zone of `/api/reading/reminders`.',
      }),
    }),
    async handler({ signedIn: { user }, access }) {
      const { shares, isWeekUsed } = await listShares({
        id: user.id,
        access,
        timeZone: user.timeZone,
      })
      return { data: { shares: shares.map(toShareJson), isWeekUsed } }
    },
  }),
  defineCall({
    id: 'shareSummary',
    tag: 'Reading',
    summary: 'Open a summary in full for a friend',
    description: `One a week (from Monday, in the time zone of \`/api/reading/reminders\`). The link works for ${SHARE_TTL_DAYS} days, in ${MAX_OPENINGS} browsers at most. Sharing the same book again in the week answers with the same link.`,
    success: 'The link.',
    errors: {
      400: INVALID_INPUT,
      403: 'The caller has no full access.',
      404: 'There is no such book.',
      409: 'The caller has shared another one this week, or has ended its link.',
      429: TOO_MANY_ATTEMPTS,
    },
    method: 'POST',
    auth: 'session',
    scope: 'library:write',
    status: 201,
    body: shareInput,
    output: z.strictObject({ share: shareJson }),
    async handler({ signedIn: { user }, access, body }) {
      const { bookId, sharedBy = firstName(user.name) } = await body()
      if (sharedBy === '') throw nameMissing()
      const share = await shareSummary(
        { id: user.id, access, timeZone: user.timeZone },
        bookId,
        sharedBy,
      )
      return { data: { share: toShareJson(share) } }
    },
  }),
)

const nameMissing = () => {
  const message = 'Please send sharedBy, the name that your friend sees.'
  return new DomainError('invalid-input', message, { sharedBy: [message] })
}

export { loader as action }
