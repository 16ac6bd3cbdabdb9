import { listPositions } from '../../reading/service/get-positions.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { toPlaceJson } from '../serializers.server.ts'

const call = endpoint('session', {
  async GET({ signedIn }) {
    const places = await listPositions(signedIn.user.id)
    return { data: { places: places.map(toPlaceJson) } }
  },
})

export const loader = call.loader
export const action = call.action
