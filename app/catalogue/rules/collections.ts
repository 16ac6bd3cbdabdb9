export const BOOKS_PER_COLLECTION = { min: 4, max: 6 }

/** A collection of which readers can see fewer books is not shown. */
const MIN_SHOWN_BOOKS = 2

export const COLLECTIONS_PATH = '/browse/collections'

/** The page of a collection. */
export const collectionPath = (slug: string) => `${COLLECTIONS_PATH}/${slug}`

export interface NamedBook {
  slug: string
  sentence: string
}

/**
 * The books of a collection that readers can see, in its order; null: too few.
 * @param visible the books of the catalogue, without hidden ones, by slug
 */
export function shownBooks<B>(
  named: readonly NamedBook[],
  visible: ReadonlyMap<string, B>,
): { book: B; sentence: string }[] | null {
  const shown = named.flatMap(({ slug, sentence }) => {
    const book = visible.get(slug)
    return book === undefined ? [] : [{ book, sentence }]
  })
  return shown.length < MIN_SHOWN_BOOKS ? null : shown
}
