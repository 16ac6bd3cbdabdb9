import type { NotesPageQuery } from '../../reading/schema/notes-page.ts'

/** A reader's highlights and notes. */
export const MY_NOTES_PATH = '/browse/notes'

/** The query string of a page of highlights. */
export function notesSearch(query: Partial<NotesPageQuery>): string {
  const params = new URLSearchParams()
  for (const name of ['query', 'color', 'tag', 'book'] as const) {
    if (query[name]) params.set(name, query[name])
  }
  if (query.page && query.page > 1) params.set('page', `${query.page}`)
  return params.size === 0 ? '' : `?${params}`
}

/** The address of a page of highlights. */
export const notesAddress = (query: Partial<NotesPageQuery>) => MY_NOTES_PATH + notesSearch(query)
