export interface FeedQuery {
  query?: string
  genre?: string | null
  topic?: string | null
  sort?: string | null
  page?: number
}

export const BOOKS_PARAMETERS = ['query', 'genre', 'topic', 'sort', 'page'] as const

export function booksPath(feed: FeedQuery): string {
  const parameters = new URLSearchParams(
    BOOKS_PARAMETERS.flatMap((name) => {
      const value = feed[name]
      return value && value !== 1 ? [[name, String(value)]] : []
    }),
  )
  return parameters.size === 0 ? '/books' : `/books?${parameters}`
}
