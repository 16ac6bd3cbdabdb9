import type { Account } from '../engine/account.ts'
import type { Endpoint } from '../engine/deliveries.ts'
import { missing } from '../engine/errors.ts'
import { isExpired, type StoredEvent } from '../engine/events.ts'
import { listing, operation } from '../engine/operations.ts'
import { newId } from '../engine/store.ts'

export function addEndpoint(
  account: Account,
  given: {
    url: string
    enabled_events: string[]
    secret: string
  },
): Endpoint {
  return account.store.insert<Endpoint>({
    id: newId('we'),
    object: 'webhook_endpoint',
    url: given.url,
    secret: given.secret,
    enabled_events: given.enabled_events,
    status: 'enabled',
    api_version: null,
    application: null,
    created: account.mainClock.now(),
    description: null,
    livemode: false,
    metadata: {},
  })
}

/** Stripe shows the secret only when an endpoint is created. */
const withoutSecret = ({ secret: _secret, ...rest }: Endpoint) => rest

export const events = [
  operation('GET', '/v1/events/:id', {}, (account, _, id) => {
    const found = account.find<StoredEvent>('event', id)
    if (isExpired(account, found)) throw missing('event', id)
    return found
  }),
  listing('/v1/events', {}, function* (account) {
    for (const one of account.store.newest<StoredEvent>('event')) {
      if (!isExpired(account, one)) yield one
    }
  }),
  listing('/v1/webhook_endpoints', {}, function* (account) {
    for (const one of account.store.newest<Endpoint>('webhook_endpoint')) yield withoutSecret(one)
  }),
]
