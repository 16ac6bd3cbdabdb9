import type { Caching } from '../../middleware/cache/caching.server.ts'
import { showsTypedLater } from '../../middleware/typed-input.server.ts'

/** How the pages to log in and to register are shared. */
export const SIGN_IN_CACHING: Partial<Caching> = {
  parameters: ['redirectTo', 'toSubscribe', 'error', 'typed'],
  // Messages are too many to keep a page for each.
  variant: ({ signedIn, url: { searchParams } }) =>
    signedIn || searchParams.has('error') || showsTypedLater(searchParams) ? null : '',
  browsersKeep: false,
}
