import { listPlans } from '../../billing/service/list-plans.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('nothing', {
  GET: async () => ({
    data: {
      plans: (await listPlans()).map(({ id, name, price, interval, features }) => ({
        id,
        name,
        price,
        interval,
        features,
      })),
    },
  }),
})

export const loader = call.loader
export const action = call.action
