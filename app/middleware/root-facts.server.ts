import type { RouterContextProvider } from 'react-router'
import { accessOf, factsOf } from './context.server.ts'
import { env } from '../platform/env.server.ts'
import { countSaved } from '../reading/service/marks.server.ts'

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
      savedCount: await countSaved(signedIn.user.id),
    },
    isPastDue: signedIn?.user.isPastDue ?? false,
    /** The loader did not run: the browser would not know what this is. */
    isLate: false,
  }
}
