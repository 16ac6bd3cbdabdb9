import { z } from 'zod'
import type { Account } from '../engine/account.ts'
import type { Endpoint } from '../engine/deliveries.ts'
import { missing } from '../engine/errors.ts'
import { isExpired, type StoredEvent } from '../engine/events.ts'
import { isIn, span, text, yesNo } from '../engine/fields.ts'
import { listing, operation } from '../engine/operations.ts'
import { newId, randomWord } from '../engine/store.ts'

export const filter = {
  type: text.optional(),
  types: z.array(text).max(20).optional(),
  created: span.optional(),
}

function* list(account: Account, input: z.output<z.ZodObject<typeof filter>>) {
  for (const one of account.store.newest<StoredEvent>('event')) {
    if (isExpired(account, one)) continue
    if (input.type !== undefined && one.type !== input.type) continue
    if (input.types && !input.types.includes(one.type)) continue
    if (isIn(input.created, one.created)) yield one
  }
}

/** Adds a webhook endpoint for later events. */
export function addEndpoint(
  account: Account,
  given: {
    url: string
    enabled_events: string[]
    api_version?: string | undefined
    secret?: string
  },
): Endpoint {
  return account.store.insert<Endpoint>({
    id: newId('we'),
    object: 'webhook_endpoint',
    url: given.url,
    secret: given.secret ?? `whsec_${randomWord(32)}`,
    enabled_events: given.enabled_events,
    status: 'enabled',
    api_version: given.api_version ?? null,
    application: null,
    created: account.mainClock.now(),
    description: null,
    livemode: false,
    metadata: {},
  })
}

/** Stripe shows the secret only when an endpoint is created. */
const withoutSecret = ({ secret: _secret, ...rest }: Endpoint) => rest

function* listEndpoints(account: Account) {
  for (const one of account.store.newest<Endpoint>('webhook_endpoint')) yield withoutSecret(one)
}

export const events = [
  operation('GET', '/v1/events/:id', {}, (account, _, id) => {
    const found = account.find<StoredEvent>('event', id)
    if (isExpired(account, found)) throw missing('event', id)
    return found
  }),
  listing('/v1/events', filter, list),
  operation(
    'POST',
    '/v1/webhook_endpoints',
    { url: text, enabled_events: z.array(text).min(1), api_version: text.optional() },
    (account, { url, enabled_events, api_version }) =>
      addEndpoint(account, { url, enabled_events, api_version }),
  ),
  listing('/v1/webhook_endpoints', {}, listEndpoints),
  operation('GET', '/v1/webhook_endpoints/:id', {}, (account, _, id) =>
    withoutSecret(account.find<Endpoint>('webhook_endpoint', id)),
  ),
  operation(
    'POST',
    '/v1/webhook_endpoints/:id',
    { disabled: yesNo.optional(), enabled_events: z.array(text).min(1).optional() },
    (account, input, id) => {
      const found = account.find<Endpoint>('webhook_endpoint', id)
      if (input.disabled !== undefined) found.status = input.disabled ? 'disabled' : 'enabled'
      if (input.enabled_events) found.enabled_events = input.enabled_events
      return withoutSecret(found)
    },
  ),
]
