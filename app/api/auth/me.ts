import { z } from 'zod'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { toUserJson, userJson } from '../schemas/user.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'me',
    tag: 'Auth',
    summary: 'The signed-in reader',
    success: 'The reader.',
    method: 'GET',
    auth: 'session',
    output: z.strictObject({ user: userJson }),
    handler: async ({ signedIn, access }) => ({
      data: { user: toUserJson(signedIn.user, access === 'full') },
    }),
  }),
)

export { loader as action }
