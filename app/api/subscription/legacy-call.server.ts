import { z } from 'zod'
import type { SubscriptionView } from '../../billing/rules/subscription-view.ts'
import { type Call, type CallContext, defineCall } from '../endpoint.server.ts'
import { NOT_ALLOWED_NOW, PROVIDER_UNREACHABLE } from '../schemas/answers.server.ts'
import { legacySubscriptionJson, toLegacyJson } from '../schemas/subscription.server.ts'

type User = NonNullable<CallContext['signedIn']>['user']

/** A call without input that changes the reader's subscription and answers it in the legacy shape. */
export function legacyCall(
  docs: { id: string; summary: string },
  change: (user: User) => Promise<SubscriptionView>,
  message?: string,
): Call {
  return defineCall({
    ...docs,
    tag: 'Billing',
    success: 'Done.',
    errors: { 409: NOT_ALLOWED_NOW, 502: PROVIDER_UNREACHABLE },
    method: 'POST',
    auth: 'session',
    output: z.strictObject({ subscription: legacySubscriptionJson }),
    handler: async ({ signedIn }) => ({
      data: { subscription: toLegacyJson(await change(signedIn.user)) },
      ...(message && { message }),
    }),
  })
}
