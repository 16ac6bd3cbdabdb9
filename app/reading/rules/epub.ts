export type EpubChoice =
  | { kind: 'summary'; slug: string }
  | { kind: 'collection'; slug: string }
  | { kind: 'my-list' }
  | { kind: 'all' }

export const MY_LIST_PATH = '/browse/books/my-list'

/** The summaries that were saved in a week. */
export const weekContents = {
  title: 'Your week on Readr',
  description: 'The summaries that you saved this week.',
  source: MY_LIST_PATH,
}

/** A file has at most this many summaries. */
export const MAX_BOOKS_IN_FILE = 200

/** The name of a file on the reader's device: letters, digits, and hyphens. */
export function epubName(choice: EpubChoice): string {
  return 'slug' in choice ? `${choice.slug}.epub` : `readr-${choice.kind}.epub`
}
