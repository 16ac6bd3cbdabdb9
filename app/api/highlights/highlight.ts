import {
  highlightDeletionQuery,
  highlightChangeInput,
  highlightIdInput,
} from '../../reading/schema/highlights.ts'
import { changeHighlight } from '../../reading/service/highlights/change-highlight.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { INVALID_INPUT } from '../schemas/answers.server.ts'
import {
  NO_HIGHLIGHT,
  oneHighlightJson,
  OTHER_READER,
  requireSender,
  toHighlightsJson,
} from '../schemas/highlights.server.ts'

const errors = {
  400: INVALID_INPUT,
  404: NO_HIGHLIGHT,
  409: `There is no room for both texts of a note, or: ${OTHER_READER}`,
}

export const loader = endpoint(
  defineCall({
    id: 'changeNote',
    tag: 'Notes',
    summary: 'Change or restore a highlight',
    description:
      'For each field, the later change wins. With `textBefore`, no other text of the note is overwritten.',
    success: 'The highlight that is stored now.',
    errors,
    method: 'PUT',
    auth: 'session',
    scope: 'notes:write',
    params: highlightIdInput,
    body: highlightChangeInput,
    output: oneHighlightJson,
    async handler({ signedIn: { user }, params: { id }, body }) {
      const { reader, ...change } = await body()
      requireSender(reader, user.id)
      const { note, notice: message } = await changeHighlight(user.id, id, change)
      const [json] = await toHighlightsJson([note])
      return { data: { note: json! }, message }
    },
  }),
  defineCall({
    id: 'deleteNote',
    tag: 'Notes',
    summary: 'Delete a highlight',
    description:
      'It can be restored for 30 days; then its words are deleted too. Repeating it changes nothing.',
    success: 'The highlight is deleted.',
    errors,
    method: 'DELETE',
    auth: 'session',
    scope: 'notes:write',
    params: highlightIdInput,
    query: highlightDeletionQuery,
    async handler({ signedIn: { user }, params: { id }, query }) {
      const { reader, ...times } = query
      requireSender(reader, user.id)
      await changeHighlight(user.id, id, { ...times, isDeleted: true })
      return { data: {}, message: 'The highlight is deleted.' }
    },
  }),
)

export { loader as action }
