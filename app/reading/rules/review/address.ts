/** The review of the day, or the questions about a book. */
export const reviewPath = (slug?: string) =>
  slug === undefined ? '/browse/review' : `/browse/review?${new URLSearchParams({ book: slug })}`
