import { data, redirect, type RouterContextProvider } from 'react-router'
import { saveFlashMessage, takeFlashMessage } from '../../billing/service/flash.server.ts'
import { factsOf } from '../../middleware/context.server.ts'
import { DomainError } from '../../platform/errors.ts'

/** What a page says after a change. */
const NOTICES = {
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
  'version-restored': 'The earlier version has been restored.',
  'access-granted': 'Full access has been granted.',
  'access-revoked': 'Complimentary access has been revoked.',
  'signed-out': 'The reader has been signed out on all devices.',
  'account-deleted': 'The account and all its data have been deleted.',
} as const

export type NoticeName = keyof typeof NOTICES

type Context = Readonly<RouterContextProvider>

/** Redirects to a page of the administration, which shows the text once. */
export async function redirectWithText(context: Context, path: string, text: string) {
  await saveFlashMessage(factsOf(context).signedIn!.session.id, text)
  return redirect(path, 303)
}

/** Redirects to a page of the administration, which shows the notice once. */
export const redirectWithNotice = (context: Context, path: string, name: NoticeName) =>
  redirectWithText(context, path, NOTICES[name])

/** What the previous page left for this one to say, or null. */
export async function takeNotice(context: Context): Promise<string | null> {
  return (await takeFlashMessage(factsOf(context).signedIn!.session.id))?.text ?? null
}

/** Turns a DomainError of a loader into the error page with its status. */
export async function orErrorPage<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading
  } catch (error) {
    throw error instanceof DomainError ? data(null, { status: error.status }) : error
  }
}
