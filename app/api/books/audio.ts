import { z } from 'zod'
import { absoluteUrl } from '../../platform/site-address.server.ts'
import { listeningInput } from '../../reading/schema/audio.ts'
import { bookIdInput } from '../../reading/schema/marks.ts'
import { openAudio, saveListeningPosition } from '../../reading/service/audio/open-audio.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { INVALID_INPUT } from '../schemas/answers.server.ts'

const NO_AUDIO = 'There is no such book, or it has no audio that you may listen to.'

const positionJson = z
  .strictObject({ seconds: z.number().min(0), at: z.iso.datetime() })
  .meta({ id: 'ListeningPosition' })

const ms = z.int().min(0)

const audioJson = z
  .strictObject({
    url: z.url().meta({ description: 'A signed address, which supports byte ranges.' }),
    expiresAt: z.iso.datetime().meta({ description: 'When the address stops working.' }),
    mimeType: z.enum(['audio/mpeg', 'audio/mp4', 'audio/ogg']),
    durationSeconds: z.number().min(0),
    isWhole: z.boolean().meta({ description: 'False: the audio ends with the free part.' }),
    chapters: z.array(
      z.strictObject({ section: z.string(), title: z.string(), startMs: ms, endMs: ms }),
    ),
    isEstimated: z
      .boolean()
      .meta({ description: 'The chapters are estimated from the lengths of the texts.' }),
    timings: z
      .array(z.strictObject({ startMs: ms, endMs: ms, start: ms, end: ms }))
      .nullable()
      .meta({ description: 'What is spoken when, by position in the reading text.' }),
    position: positionJson.nullable(),
  })
  .meta({ id: 'Audio' })

export const loader = endpoint(
  defineCall({
    id: 'getAudio',
    tag: 'Books',
    summary: 'Get the audio of a book',
    description:
      'Returns the whole audio to those who may read the whole text. Others get the free part, as a file that ends there. `position` is where the reader was last reading or listening.',
    success: 'The audio.',
    errors: { 404: NO_AUDIO },
    method: 'GET',
    auth: 'optional',
    scope: 'library:read',
    params: bookIdInput,
    output: z.strictObject({ audio: audioJson }),
    async handler({ signedIn, access, params: { bookId } }) {
      const user = signedIn?.user
      const listener = { access, userId: user?.id ?? null, freeBookId: user?.freeBookId ?? null }
      const audio = await openAudio(listener, bookId)
      const { position, timeline, mimeType } = audio
      return {
        data: {
          audio: {
            url: absoluteUrl(audio.path),
            expiresAt: audio.expiresAt.toISOString(),
            mimeType: mimeType as z.output<typeof audioJson>['mimeType'],
            durationSeconds: audio.durationMs / 1000,
            isWhole: audio.isWhole,
            ...timeline,
            position: position && { seconds: position.seconds, at: position.at.toISOString() },
          },
        },
      }
    },
  }),
  defineCall({
    id: 'saveListening',
    tag: 'Reading',
    summary: 'Save where a reader is listening',
    description:
      'Listening and reading share one position on all devices. The later one wins, and the answer says where it is in the audio.',
    success: 'The position that is stored now.',
    errors: { 400: INVALID_INPUT, 404: NO_AUDIO },
    method: 'PUT',
    auth: 'session',
    scope: 'library:write',
    params: bookIdInput,
    body: listeningInput,
    output: z.strictObject({ position: positionJson }),
    async handler({ signedIn: { user }, access, params: { bookId }, body }) {
      const listener = { access, userId: user.id, freeBookId: user.freeBookId }
      const { seconds, at } = await saveListeningPosition(listener, bookId, await body())
      return { data: { position: { seconds, at: at.toISOString() } } }
    },
  }),
)

export { loader as action }
