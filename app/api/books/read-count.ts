import { countRead } from '../../reading/service/get-marks.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('session', {
  async GET({ signedIn }) {
    return { data: { count: await countRead(signedIn.user.id) } }
  },
})

export const loader = call.loader
export const action = call.action
