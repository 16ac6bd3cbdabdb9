import { setTimeout as sleep } from 'node:timers/promises'
import type { RouterContextProvider } from 'react-router'
import { accessOf, factsOf } from './context.server.ts'
import { env } from '../platform/env.server.ts'
import { isUnavailable } from '../platform/unavailable.server.ts'
import { countSaved } from '../reading/service/get-marks.server.ts'

/** How long a page waits for the number beside My List. */
const COUNT_TIMEOUT_MS = 500

/** The number beside My List; 0, which is not shown, if the database is slow or unavailable. */
function savedCount(userId: number): Promise<number> {
  const count = countSaved(userId).catch((error: unknown) => {
    if (isUnavailable(error)) return 0
    throw error
  })
  return Promise.race([count, sleep(COUNT_TIMEOUT_MS, 0)])
}

/** What the frame of every page shows: the reader and the kind of installation. */
export async function rootFacts(context: Readonly<RouterContextProvider>) {
  const { signedIn, appearance } = factsOf(context)
  return {
    supportEmail: env().supportEmail,
    social: env().operator.social,
    summaries: env().operator.claims.summaries,
    isDemo: env().isDemo,
    access: accessOf(context),
    appearance,
    reader: signedIn && {
      name: signedIn.user.name,
      isAdmin: signedIn.user.role === 'admin',
      savedCount: await savedCount(signedIn.user.id),
    },
    isPastDue: signedIn?.user.isPastDue ?? false,
    isLate: false,
  }
}
