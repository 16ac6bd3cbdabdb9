import { z } from 'zod'
import { legacyChangeCall } from '../../billing/schema/calls.ts'
import { changePlan } from '../../billing/service/change-plan.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { BAD_PLAN, NOT_ALLOWED_NOW, PROVIDER_UNREACHABLE } from '../schemas/answers.server.ts'
import { legacySubscriptionJson, toLegacyJson } from '../schemas/subscription.server.ts'

const dataJson = z.strictObject({
  payment_successful: z.boolean(),
  subscription: legacySubscriptionJson,
})

export const loader = endpoint(
  defineCall({
    id: 'legacyChangePlan',
    tag: 'Billing',
    summary: 'Change the plan (legacy)',
    success: '`payment_successful`: whether something was paid now.',
    errors: { 400: BAD_PLAN, 409: NOT_ALLOWED_NOW, 502: PROVIDER_UNREACHABLE },
    method: 'POST',
    auth: 'session',
    body: legacyChangeCall,
    answerAs: 'bare',
    output: z.strictObject({
      success: z.literal(true),
      payment_successful: z.boolean(),
      data: dataJson,
    }),
    async handler({ signedIn, body }) {
      const { newPriceId: planId } = await body()
      const changed = await changePlan(signedIn.user, { planId })
      const payment_successful = changed.paymentSuccessful
      const subscription = toLegacyJson(changed.subscription)
      return {
        data: {
          success: true as const,
          payment_successful,
          data: { payment_successful, subscription },
        },
      }
    },
  }),
)

export { loader as action }
