import type { MyHighlightsQuery } from '../../reading/schema/my-highlights-forms.ts'

/** A reader's highlights and notes. */
export const MY_HIGHLIGHTS_PATH = '/browse/notes'

export function myHighlightsSearch(query: Partial<MyHighlightsQuery>): string {
  const params = new URLSearchParams()
  for (const name of ['query', 'color', 'tag', 'book'] as const) {
    if (query[name]) params.set(name, query[name])
  }
  if (query.page && query.page > 1) params.set('page', `${query.page}`)
  return params.size === 0 ? '' : `?${params}`
}

export const myHighlightsAddress = (query: Partial<MyHighlightsQuery>) =>
  MY_HIGHLIGHTS_PATH + myHighlightsSearch(query)
