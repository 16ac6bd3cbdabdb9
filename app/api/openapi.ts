import { openApiDocument } from './description.server.ts'
import { endpoint } from './endpoint.server.ts'

const call = endpoint('nothing', {
  GET: async () => ({ bare: openApiDocument(), sameForAllVisitors: true }),
})

export const loader = call.loader
export const action = call.action
