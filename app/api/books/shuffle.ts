import { shuffle } from '../../catalogue/service.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { toBookJson } from '../serializers.server.ts'

const call = endpoint('nothing', {
  async GET({ access }) {
    return { bare: toBookJson(await shuffle(access)), headers: { 'Cache-Control': 'no-store' } }
  },
})

export const loader = call.loader
export const action = call.action
