import { z } from 'zod'
import { bookRequestIdParams, voteInput } from '../../reading/schema/book-requests.ts'
import { vote } from '../../reading/service/book-requests/vote.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { INVALID_INPUT, TOO_MANY_ATTEMPTS } from '../schemas/answers.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'voteForRequest',
    tag: 'Reading',
    summary: 'Vote for a request, or take the vote back',
    description: 'Each reader has one vote per request; voting again changes nothing.',
    success: 'The vote as it is now.',
    errors: {
      400: INVALID_INPUT,
      403: 'The email address is not confirmed.',
      404: 'There is no such request.',
      409: 'The request no longer takes votes.',
      429: TOO_MANY_ATTEMPTS,
    },
    method: 'POST',
    auth: 'session',
    scope: 'library:write',
    params: bookRequestIdParams,
    body: voteInput,
    output: z.strictObject({ hasVoted: z.boolean(), votes: z.int().min(0) }),
    async handler({ signedIn: { user }, params, body }) {
      const { vote: isVote } = await body()
      return { data: { hasVoted: isVote, votes: await vote(user, params.id, isVote) } }
    },
  }),
)

export { loader as action }
