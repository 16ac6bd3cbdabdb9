import type { RouterContextProvider } from 'react-router'
import { LIMITS } from '../accounts/rules/rate-limits.ts'
import { consumeBatchedAttempt } from '../accounts/service/batched-attempts.server.ts'
import { requestContextOf } from './request/context.server.ts'

/**
 * Counts a search or a question of a network.
 * @throws DomainError too-many-requests
 */
export const limitSearches = (context: Readonly<RouterContextProvider>): Promise<void> =>
  consumeBatchedAttempt({ limit: LIMITS.searches, by: requestContextOf(context).clientAddress })
