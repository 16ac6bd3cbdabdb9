/** What an administrator can have done, as the log says it. */
export const ACTIONS = {
  'reader.grant': 'Granted complimentary access',
  'reader.revoke': 'Took complimentary access back',
  'reader.sign-out': 'Signed out everywhere',
  'reader.delete': 'Deleted the account',
  'book.create': 'Added the book',
  'book.edit': 'Changed the book',
  'book.lock': 'Locked the book',
  'book.unlock': 'Unlocked the book',
  'book.restore': 'Restored the book',
  'book.publish': 'Set when the book is published',
  'book.cover': 'Gave the book a cover',
  'book.cover-off': 'Took the book’s own cover away',
  'book.withdraw': 'Withdrew the book',
  'book.put-back': 'Put the book back into the catalogue',
  'catalogue.import': 'Imported books',
  'catalogue.export': 'Exported the catalogue',
} as const

export type Action = keyof typeof ACTIONS

/** What an entry of the log is about. */
export type SubjectKind = 'reader' | 'book' | 'catalogue'

/** What an action is called; one of a version that is gone by its own word. */
export function actionLabel(action: string): string {
  return Object.hasOwn(ACTIONS, action) ? ACTIONS[action as Action] : action
}
