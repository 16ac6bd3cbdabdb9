import type { Sharing } from '../../middleware/cache/sharing.server.ts'
import { showsTypedLater } from '../../middleware/typed-input.server.ts'

/** How the pages to log in and to register are shared. */
export const SIGN_IN_SHARING: Partial<Sharing> = {
  parameters: ['redirectTo', 'toSubscribe', 'error', 'typed'],
  // Messages are too many to keep a page for each.
  variant: ({ signedIn, url: { searchParams } }) =>
    signedIn || searchParams.has('error') || showsTypedLater(searchParams) ? null : '',
  browsersKeep: false,
}
