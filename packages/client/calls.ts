import { ROUTES } from './routes.ts'
import type { OperationId } from './types.ts'

/** Shown when the server gives no reason. */
const FAILED = 'An error occurred. Please try again.'
/** Apps ask for the current user while they start, so they must not wait long. */
const CURRENT_USER_TIMEOUT_MS = 8_000
/** Apps ask for the status of a subscription while they show a page. */
const SUBSCRIPTION_TIMEOUT_MS = 5_000
/** Apps show gray cards until the list comes. */
const LIST_TIMEOUT_MS = 8_000
/** How long an app shows that it is starting, with a token refresh in between. */
const START_TIMEOUT_MS = 12_000

export interface Call {
  method: string
  path: string
  /** Shown when the server gives no reason. */
  fallbackMessage: string
  timeoutMs?: number
  /** How long the whole call may take, with a token refresh and the second request. */
  wholeTimeoutMs?: number
  /** The answer contains an access token. */
  signsIn?: true
  /** Its 401 does not mean that the access token has expired. */
  neverRefreshes?: true
  /** Does not send the user to /login when the session is over. */
  staysHere?: true
}

const signsIn = { signsIn: true, neverRefreshes: true } as const

/** How calls differ from the rest. */
const SETTINGS: { [K in OperationId]?: Partial<Call> } = {
  login: { fallbackMessage: 'Login failed. Please try again.', ...signsIn },
  twoFactor: signsIn,
  register: signsIn,
  refreshToken: signsIn,
  me: {
    timeoutMs: CURRENT_USER_TIMEOUT_MS,
    wholeTimeoutMs: START_TIMEOUT_MS,
    staysHere: true,
  },
  listBooks: { timeoutMs: LIST_TIMEOUT_MS },
  listBooksSubscribed: { timeoutMs: LIST_TIMEOUT_MS },
  listMyBooks: { timeoutMs: LIST_TIMEOUT_MS },
  logout: { neverRefreshes: true },
  updateEmail: { fallbackMessage: 'Failed to update email.' },
  changePassword: { fallbackMessage: 'Failed to update password.' },
  deleteAccount: { fallbackMessage: 'Failed to delete account. Please try again later.' },
  plans: { fallbackMessage: 'Failed to fetch plans' },
  subscribe: { fallbackMessage: 'Failed to create subscription' },
  changePlan: { fallbackMessage: 'Failed to update subscription' },
  cancelSubscription: { fallbackMessage: 'Failed to cancel subscription' },
  subscriptionStatus: {
    fallbackMessage: 'Failed to fetch subscription status',
    timeoutMs: SUBSCRIPTION_TIMEOUT_MS,
  },
  billingPortal: { fallbackMessage: 'Failed to create billing portal session' },
  reconcile: { fallbackMessage: 'Failed to reconcile subscription' },
  legacyChangePlan: { fallbackMessage: 'Failed to update subscription' },
  legacyCancelSubscription: { fallbackMessage: 'Failed to cancel subscription' },
  legacyResubscribe: { fallbackMessage: 'Failed to update subscription' },
  legacyCancelTrial: { fallbackMessage: 'Failed to cancel trial.' },
}

/** Every call, by its operationId. */
export const CALLS = Object.fromEntries(
  Object.entries(ROUTES).map(([id, route]): [string, Call] => [
    id,
    { ...route, fallbackMessage: FAILED, ...SETTINGS[id as OperationId] },
  ]),
) as Record<OperationId, Call>
