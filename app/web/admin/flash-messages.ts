import type { RouterContextProvider } from 'react-router'
import { takeFlashMessage } from '../../accounts/service/flash-message.server.ts'
import { redirectWithText } from '../../middleware/form-action.server.ts'
import { requestContextOf } from '../../middleware/request/context.server.ts'

/** What a page says after a change. */
const FLASH_MESSAGES = {
  'book-added': 'The book has been added.',
  'book-saved': 'The book has been saved.',
  'draft-discarded': 'The draft has been discarded.',
  'book-locked': 'The book is locked.',
  'book-unlocked': 'The book is unlocked.',
  'date-saved': 'The publication date has been saved.',
  'book-withdrawn': 'The book has been withdrawn.',
  'book-returned': 'The book is back in the catalogue.',
  'cover-saved': 'The cover has been saved.',
  'cover-removed': 'The cover has been removed. Readr draws one instead.',
  'audio-saved': 'The audio has been saved.',
  'audio-removed': 'The audio has been removed. Listen uses the device’s voice instead.',
  'version-restored': 'The earlier version has been restored.',
  'collection-added': 'The collection has been added.',
  'collection-saved': 'The collection has been saved.',
  'collection-withdrawn': 'The collection has been withdrawn.',
  'collection-returned': 'Readers can see the collection again.',
  'read-chosen': 'The book of that day has been chosen.',
  'read-left': 'The choice was undone. That day gets the book whose turn it is.',
  'report-answered': 'The reader has been answered and thanked by email.',
  'request-saved': 'The request has been saved.',
  'request-merged': 'The requests have been merged.',
  'access-granted': 'Full access has been granted.',
  'access-revoked': 'Complimentary access has been revoked.',
  'sign-out': 'The reader has been signed out on all devices.',
  suspend: 'The account is suspended, and the reader has been emailed.',
  restore: 'The reader can sign in again and has been emailed.',
  'two-factor': 'Two-factor sign-in is off, and the reader has been emailed.',
  cancel: 'The subscription ends with the current period.',
  end: 'The subscription has ended.',
  promote: 'The reader is now an administrator and has been emailed.',
  demote: 'The account is now a reader’s.',
  'refund-sent': 'The refund is on its way, and the reader has been emailed.',
  'refund-recorded':
    'The refund is recorded, but Stripe did not answer. Readr tries again every few minutes and then emails the reader.',
  'account-deleted': 'The account and all its data have been deleted.',
} as const

export type FlashMessageName = keyof typeof FLASH_MESSAGES

export const redirectWithFlashMessage = (sessionId: number, path: string, name: FlashMessageName) =>
  redirectWithText(sessionId, path, FLASH_MESSAGES[name])

/** The text of the flash message that the last change left for this page, or null. */
export async function takeFlashText(
  context: Readonly<RouterContextProvider>,
): Promise<string | null> {
  const { signedIn } = requestContextOf(context)
  return (signedIn && (await takeFlashMessage(signedIn.session.id))?.text) ?? null
}
