import { expect, test } from 'vitest'
import { mayAddProvider, startAddingProvider } from '#app/accounts/service/add-provider.server.ts'
import { isResetLinkOpen } from '#app/accounts/service/reset-password.server.ts'
import { readTicket, signTicket } from '#app/accounts/service/sign-in-tickets.server.ts'
import {
  readSocialState,
  signSocialState,
} from '#app/accounts/service/social-sign-in-state.server.ts'
import { readTakeOver, signTakeOver } from '#app/accounts/service/take-over-account.server.ts'
import {
  ADD_PROVIDER_TTL_MS,
  RESET_LINK_TTL_MS,
  SIGN_IN_TICKET_TTL_MS,
  SOCIAL_SIGN_IN_TTL_MS,
  TAKE_OVER_TTL_MS,
} from '#app/accounts/rules/lifetimes.ts'
import type { UserRow } from '#app/accounts/store/users.server.ts'
import { later, resetToken, startAt } from './accounts.ts'
import { person } from './people-at-providers.ts'
import { PASSWORD } from './readers.ts'
import { newReader, NOW, sessionOf } from './two-factor.ts'

startAt(NOW)

const STATE = { provider: 'google', oauthCookie: 'x', nonce: 'x', onward: '' } as const

/** What the browser or an email carries: how long it lasts, how it is made, and whether it is valid. */
const CARRIED: [
  string,
  number,
  (user: UserRow) => Promise<string>,
  (token: string, user: UserRow) => Promise<unknown>,
][] = [
  [
    'the ticket of a two-factor sign-in',
    SIGN_IN_TICKET_TTL_MS,
    (user) => signTicket(user, true, new Date()),
    (token) => readTicket(token),
  ],
  [
    'the state cookie of a sign-in at a provider',
    SOCIAL_SIGN_IN_TTL_MS,
    () => signSocialState(STATE),
    (token) => readSocialState(token),
  ],
  [
    'the ticket to add a provider',
    ADD_PROVIDER_TTL_MS,
    (user) => startAddingProvider(user.id, sessionOf(user), 'google', PASSWORD),
    (token, user) => mayAddProvider(token, sessionOf(user), 'google'),
  ],
  [
    'the cookie of a take-over',
    TAKE_OVER_TTL_MS,
    () => signTakeOver(person('a@example.com')),
    (token) => readTakeOver(token),
  ],
  [
    'a reset link',
    RESET_LINK_TTL_MS,
    (user) => resetToken(user.email),
    (token) => isResetLinkOpen(token),
  ],
]

test.each(CARRIED)('%s ends at its time, to the millisecond', async (_, ttlMs, make, isValid) => {
  const user = await newReader()
  const token = await make(user)
  expect(await isValid(token, user)).toBeTruthy()
  later(ttlMs - 1)
  expect(await isValid(token, user)).toBeTruthy()
  later(1)
  expect(await isValid(token, user)).toBeFalsy()
  later(365 * 86_400_000)
  expect(await isValid(token, user)).toBeFalsy()
})
