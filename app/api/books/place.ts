import { bookIdInput, placeInput } from '../../reading/schema/marks.ts'
import { keepPlace } from '../../reading/service/places.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { toPlaceJson } from '../serializers.server.ts'

const call = endpoint('session', {
  async PUT({ signedIn, params, body }) {
    const { bookId } = bookIdInput.parse(params)
    const place = await keepPlace(signedIn.user.id, bookId, placeInput.parse(await body()))
    return { data: toPlaceJson({ bookId, ...place }) }
  },
})

export const loader = call.loader
export const action = call.action
