import { z } from 'zod'
import { countRead } from '../../reading/service/get-marks.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'readCount',
    tag: 'Reading',
    summary: 'How many books are marked as read',
    success: 'The count.',
    method: 'GET',
    auth: 'session',
    scope: 'library:read',
    output: z.strictObject({ count: z.int().min(0) }),
    handler: async ({ signedIn }) => ({ data: { count: await countRead(signedIn.user.id) } }),
  }),
)

export { loader as action }
