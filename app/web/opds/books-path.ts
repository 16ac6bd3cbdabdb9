/** What a feed of books is filtered and sorted by. */
export interface FeedQuery {
  query?: string
  genre?: string | null
  topic?: string | null
  sort?: string | null
  page?: number
}

/** The address of a feed of books. Its parameters are in the order of known-parameters.ts. */
export function booksPath({ query, genre, topic, sort, page = 1 }: FeedQuery): string {
  const given = Object.entries({ query, genre, topic, sort, page: page > 1 ? String(page) : '' })
  const parameters = new URLSearchParams(
    given.flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
  return parameters.size === 0 ? '/books' : `/books?${parameters}`
}
