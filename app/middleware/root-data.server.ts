import type { RouterContextProvider } from 'react-router'
import type { SignedIn } from '../accounts/service/resume-session.server.ts'
import { accessOf, requestContextOf } from './request/context.server.ts'
import { readerDataOf } from './cache/cached-page.server.ts'
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
  const { promise: late, resolve } = Promise.withResolvers<number>()
  const timer = setTimeout(resolve, COUNT_TIMEOUT_MS, 0)
  return Promise.race([count, late]).finally(() => clearTimeout(timer))
}

export interface ReaderFrame {
  savedCount: number
}

const frameOf = async ({ user }: SignedIn): Promise<ReaderFrame> => ({
  savedCount: await savedCount(user.id),
})

/** What the frame of every page shows: the reader and the kind of installation. */
export async function loadRootData(context: Readonly<RouterContextProvider>) {
  const requestContext = requestContextOf(context)
  const { signedIn, appearance } = requestContext
  return {
    supportEmail: env().supportEmail,
    social: env().operator.social,
    summaries: env().operator.claims.summaries,
    isDemo: env().isDemo,
    access: accessOf(context),
    appearance,
    reader: signedIn && {
      isAdmin: signedIn.user.role === 'admin',
      data: await readerDataOf(requestContext, 'frame', frameOf, false),
    },
    isPastDue: signedIn?.user.isPastDue ?? false,
    // The framework would empty the fields again.
    isLate: requestContext.typed !== null,
  }
}
