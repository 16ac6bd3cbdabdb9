import { COMMON_PASSWORD_WARNING } from '../rules/password-advice.ts'
import { type FlashMessage, flashMessage } from '../schema/flash-message.ts'
import { findFlash, replaceFlash, updateFlash } from '../store/session-flash.server.ts'

/** Leaves a message that the next page shows once, or the summary of `book`. */
export function saveFlashMessage(
  sessionId: number,
  text: string,
  { isProblem = false, book }: Partial<Omit<FlashMessage, 'text'>> = {},
): Promise<void> {
  const message: FlashMessage = { isProblem, text, ...(book && { book }) }
  return updateFlash(sessionId, 'message', JSON.stringify(message))
}

/** The message that waits in a session, as stored, for `restoreFlashMessage`. */
export const keptFlashMessage = (sessionId: number) => findFlash(sessionId, 'message')

/** Leaves a message again that a page may have shown. */
export const restoreFlashMessage = (sessionId: number, kept: string) =>
  updateFlash(sessionId, 'message', kept)

/** Warns on the next page that the new password is a common one. */
export function flashCommonPasswordWarning(sessionId: number): Promise<void> {
  return saveFlashMessage(sessionId, COMMON_PASSWORD_WARNING)
}

/**
 * Takes the message out of a session, so that it is shown only once.
 * @param book the summary that asks; other pages leave its messages alone
 */
export async function takeFlashMessage(
  sessionId: number,
  book?: string,
): Promise<{ isProblem: boolean; text: string } | null> {
  const json = await findFlash(sessionId, 'message')
  if (json === null) return null
  const message = flashMessage.parse(JSON.parse(json))
  if (message.book !== book) return null
  const { isProblem, text } = message
  return (await replaceFlash(sessionId, 'message', json, null)) ? { isProblem, text } : null
}
