import { setTimeout as sleep } from 'node:timers/promises'
import type { RouterContextProvider } from 'react-router'
import { accessOf, factsOf } from './context.server.ts'
import { env } from '../platform/env.server.ts'
import { isUnavailable } from '../platform/unavailable.server.ts'
import { countSaved } from '../reading/service/get-marks.server.ts'

/** A page waits this long for the number beside My List. */
const COUNT_PATIENCE_MS = 500

/** The number beside My List; 0, which is not shown, when it cannot be had soon. */
function savedCount(userId: number): Promise<number> {
  const count = countSaved(userId).catch((error: unknown) => {
    if (isUnavailable(error)) return 0
    throw error
  })
  return Promise.race([count, sleep(COUNT_PATIENCE_MS, 0)])
}

/** What every page shows around itself: who is reading, and what kind of installation it is. */
export async function rootFacts(context: Readonly<RouterContextProvider>) {
  const { signedIn, appearance } = factsOf(context)
  return {
    supportEmail: env().supportEmail,
    social: env().operator.social,
    isDemo: env().isDemo,
    access: accessOf(context),
    appearance,
    reader: signedIn && {
      name: signedIn.user.name,
      savedCount: await savedCount(signedIn.user.id),
    },
    isPastDue: signedIn?.user.isPastDue ?? false,
    /** The loader did not run: the browser would not know what this is. */
    isLate: false,
  }
}
