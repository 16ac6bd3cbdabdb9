import { z } from 'zod'
import { LIMITS } from '../../accounts/rules/rate-limits.ts'
import { consumeAttempt } from '../../accounts/service/rate-limits.server.ts'
import { exportJson } from '../../reading/service/highlights/export-highlights.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { TOO_MANY_ATTEMPTS } from '../schemas/answers.server.ts'
import { highlightJson } from '../schemas/highlights.server.ts'

async function* asField(name: string, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  yield `{"${name}":`
  yield* pieces
  yield '}'
}

export const loader = endpoint(
  defineCall({
    id: 'exportNotes',
    tag: 'Notes',
    summary: 'All highlights and notes of the reader',
    description:
      'Sorted by title and by the order of the text. Works after the plan has ended and includes withdrawn books. The response is streamed.',
    success: 'All highlights.',
    errors: { 429: TOO_MANY_ATTEMPTS },
    method: 'GET',
    auth: 'session',
    scope: 'notes:read',
    output: z.strictObject({ notes: z.array(highlightJson) }),
    async handler({ signedIn }) {
      await consumeAttempt([{ limit: LIMITS.exports, by: `${signedIn.user.id}` }])
      return { pieces: asField('notes', exportJson(signedIn.user.id)) }
    },
  }),
)

export { loader as action }
