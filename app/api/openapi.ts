import { z } from 'zod'
import { openApiDocument } from './description.server.ts'
import { defineCall, endpoint } from './endpoint.server.ts'

export const loader = endpoint(
  defineCall({
    method: 'GET',
    auth: 'optional',
    cachedFor: 'visitors',
    answerAs: 'bare',
    output: z.unknown(),
    handler: async () => ({ data: openApiDocument() }),
  }),
)

export { loader as action }
