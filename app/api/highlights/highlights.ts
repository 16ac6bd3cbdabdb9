import { z } from 'zod'
import { highlightInput, highlightsQuery } from '../../reading/schema/highlights.ts'
import { listHighlights } from '../../reading/service/highlights/list-highlights.server.ts'
import { saveHighlight } from '../../reading/service/highlights/save-highlight.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { INVALID_INPUT, NEEDS_FULL_ACCESS, NO_BOOK } from '../schemas/answers.server.ts'
import {
  highlightJson,
  oneHighlightJson,
  OTHER_READER,
  requireSender,
  toHighlightsJson,
} from '../schemas/highlights.server.ts'

const listJson = z.strictObject({
  notes: z.array(highlightJson),
  nextCursor: z.string().nullable().meta({ description: 'null: this is the last page.' }),
  asOf: z.iso
    .datetime()
    .meta({ description: 'When this was read. Pass it as `since` to get later changes.' }),
})

export const loader = endpoint(
  defineCall({
    id: 'listNotes',
    tag: 'Notes',
    summary: 'The reader’s highlights and notes',
    description:
      'Newest first; works after the plan has ended. With `since`: changes since then, oldest first, including deleted highlights and those in withdrawn books.',
    success: 'One page of highlights.',
    errors: { 400: INVALID_INPUT },
    method: 'GET',
    auth: 'session',
    scope: 'notes:read',
    query: highlightsQuery,
    output: listJson,
    async handler({ signedIn, query }) {
      const asOf = new Date().toISOString()
      const { notes, nextCursor } = await listHighlights(signedIn.user.id, query)
      return { data: { notes: await toHighlightsJson(notes), nextCursor, asOf } }
    },
  }),
  defineCall({
    id: 'saveNote',
    tag: 'Notes',
    summary: 'Highlight a passage',
    description:
      'The passage must be in text that the reader can read now. `position`, `quote`, or both say where it is. If the words are not at the position, the nearest place with them is used. Sending the same `id` again changes the color and the note, if that change is later.',
    success: 'The highlight that is stored now.',
    errors: {
      400: INVALID_INPUT,
      403: NEEDS_FULL_ACCESS,
      404: NO_BOOK,
      409: `There are too many highlights, there is no room for both texts of a note, or: ${OTHER_READER}`,
    },
    method: 'POST',
    auth: 'session',
    scope: 'notes:write',
    body: highlightInput,
    output: oneHighlightJson,
    async handler({ signedIn: { user }, access, body }) {
      const { reader, ...input } = await body()
      requireSender(reader, user.id)
      const by = { id: user.id, access, freeBookId: user.freeBookId }
      const { note, notice: message } = await saveHighlight(by, input)
      const [json] = await toHighlightsJson([note])
      return { data: { note: json! }, message }
    },
  }),
)

export { loader as action }
