/** Changes that a device makes without a connection, and sends later. */
import {
  addChange,
  highlightFields,
  highlightCallPath,
  type HighlightRequest,
  type HighlightsSince,
} from './highlights/changes.ts'
import type { OfflineBook } from './offline.ts'

/** A change made offline that is sent later. */
export interface PendingChange {
  /** One for each mark, position, and field of a highlight: a later change replaces the earlier one. */
  key: string
  slug: string
  /** For marks and positions, the last part of the address that they are sent to. */
  kind: 'marks' | 'place' | 'notes'
  fields: Record<string, string>
  /** When it was made, by the device's clock. */
  at: number
}

/** The pending change of a form that could not be sent. */
export function pendingChange(
  slug: string,
  kind: 'marks' | 'place',
  form: Record<string, string>,
  now: number,
): PendingChange {
  const { back: _, sentAt: __, ...fields } = form
  const key = kind === 'place' ? `place ${slug}` : `${form['mark']} ${slug}`
  const madeAt = Date.parse(form['placedAt'] ?? '')
  return { key, slug, kind, fields, at: Number.isNaN(madeAt) ? now : Math.min(madeAt, now) }
}

/** A request that sends a change to the server. */
export interface ChangeRequest {
  path: string
  method: string
  /** A text is JSON. */
  body?: URLSearchParams | string
}

/** The pending change of a request about a highlight that could not be sent. */
export function pendingHighlight(slug: string, note: HighlightRequest, now: number): PendingChange {
  const { method, id, body } = note
  const field = method === 'POST' ? 'made' : Object.keys(highlightFields(note)).join()
  const fields = { method, id, body: JSON.stringify(body) }
  return { key: `note ${id} ${field}`, slug, kind: 'notes', fields, at: now }
}

/** The request of a pending change; null: it is not about a highlight. */
export function highlightRequestIn({ kind, fields }: Pick<PendingChange, 'kind' | 'fields'>) {
  if (kind !== 'notes') return null
  const { method, id, body } = fields
  return { method, id, body: JSON.parse(body!) } as HighlightRequest
}

/** The request that sends a pending change of this reader. */
export function requestForLater(change: PendingChange, reader: string, now: number): ChangeRequest {
  const { kind, slug, fields, at } = change
  const moment = new Date(at).toISOString()
  const sent = { reader, sentAt: new Date(now).toISOString() }
  const note = highlightRequestIn(change)
  if (note) {
    const { method, body } = note
    const times = { changedAt: moment, ...sent }
    return method === 'DELETE'
      ? { method, path: `${highlightCallPath(note)}?${new URLSearchParams(times)}` }
      : {
          method,
          path: highlightCallPath(note),
          body: JSON.stringify({ ...(method === 'POST' && { id: note.id }), ...body, ...times }),
        }
  }
  return {
    method: 'POST',
    path: `/summaries/${slug}/${kind}`,
    // The reader first, where the server looks for it.
    body: new URLSearchParams({
      ...sent,
      ...fields,
      ...(kind === 'marks' ? { markedAt: moment } : { placedAt: moment }),
    }),
  }
}

/** Whether a change with this response status is sent again. */
export const shouldRetry = (status: number) => status === 429 || status >= 500

/** The marks of a book, including pending changes. */
export function currentMarks(
  book: Pick<OfflineBook, 'read'>,
  pending: Pick<PendingChange, 'fields'>[],
) {
  const marks: Record<string, boolean> = { saved: true, read: book.read }
  for (const { fields } of pending) {
    if (fields['mark']) marks[fields['mark']] = fields['on'] === 'true'
  }
  return marks
}

/** What the copy of a book does not know about its highlights. */
export function currentHighlights(
  { notes = {} }: Pick<OfflineBook, 'notes'>,
  pending: PendingChange[],
): HighlightsSince {
  return pending
    .toSorted((a, b) => a.at - b.at)
    .reduce((since, change) => {
      const note = highlightRequestIn(change)
      return note ? addChange(since, note) : since
    }, notes)
}
