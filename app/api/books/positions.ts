import { z } from 'zod'
import { listPositions } from '../../reading/service/get-positions.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { positionJson, toPositionJson } from '../schemas/position.server.ts'

const positionsJson = z.strictObject({ places: z.array(positionJson) })

export const loader = endpoint(
  defineCall({
    id: 'listPlaces',
    tag: 'Reading',
    summary: 'The reading positions of up to 500 books',
    success: 'The newest first.',
    method: 'GET',
    auth: 'session',
    scope: 'library:read',
    output: positionsJson,
    async handler({ signedIn }) {
      const positions = await listPositions(signedIn.user.id)
      return { data: { places: positions.map((one) => toPositionJson(one.bookId, one)) } }
    },
  }),
)

export { loader as action }
