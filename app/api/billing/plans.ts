import { z } from 'zod'
import { listPlans } from '../../billing/service/list-plans.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { PROVIDER_UNREACHABLE } from '../schemas/answers.server.ts'
import { cents } from '../schemas/subscription.server.ts'

const planJson = z
  .strictObject({
    id: z.string().meta({ description: 'The price ID.' }),
    name: z.string(),
    price: cents,
    interval: z.enum(['month', 'year']),
    features: z.array(z.string()),
  })
  .meta({ id: 'Plan' })

const plansJson = z.strictObject({ plans: z.array(planJson) })

export const loader = endpoint(
  defineCall({
    id: 'plans',
    tag: 'Billing',
    summary: 'The plans on offer',
    success: 'The monthly plan first.',
    errors: { 502: PROVIDER_UNREACHABLE },
    method: 'GET',
    auth: 'optional',
    cachedFor: 'visitors-now',
    output: plansJson,
    async handler() {
      const onOffer = (await listPlans()).map(({ id, name, price, interval, features }) => ({
        id,
        name,
        price,
        interval,
        features: [...features],
      }))
      return { data: { plans: onOffer } }
    },
  }),
)

export { loader as action }
