import { bookIdInput, positionInput } from '../../reading/schema/marks.ts'
import { savePosition } from '../../reading/service/save-position.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { toPlaceJson } from '../serializers.server.ts'

const call = endpoint('session', {
  async PUT({ signedIn, params, body }) {
    const { bookId } = bookIdInput.parse(params)
    const place = await savePosition(signedIn.user.id, bookId, positionInput.parse(await body()))
    return { data: toPlaceJson({ bookId, ...place }) }
  },
})

export const loader = call.loader
export const action = call.action
