import { z } from 'zod'
import { exportJson } from '../../reading/service/notes/export-notes.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { SERVER_ERROR } from '../schemas/answers.server.ts'
import { noteJson } from '../schemas/notes.server.ts'

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
    errors: { 500: SERVER_ERROR },
    method: 'GET',
    auth: 'session',
    scope: 'notes:read',
    output: z.strictObject({ notes: z.array(noteJson) }),
    async handler({ signedIn }) {
      return { pieces: asField('notes', exportJson(signedIn.user.id)) }
    },
  }),
)

export { loader as action }
