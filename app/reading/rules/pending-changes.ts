/**
 * Changes on their way to the server. A device stores each before it sends it, and sends it again until
 * there is an answer.
 */
import {
  addChange,
  highlightFields,
  highlightCallPath,
  type HighlightRequest,
  type HighlightsSince,
} from './highlights/changes.ts'
import { MAX_VERSIONS } from './highlights/versions.ts'
import type { OfflineBook } from './offline.ts'

/** A change that is not sent yet. */
export interface PendingChange {
  /** One for each mark, position, and field of a highlight: a later change replaces the earlier one. */
  key: string
  slug: string
  /** For marks and positions, the last part of the address that they are sent to. */
  kind: 'marks' | 'place' | 'notes'
  fields: Record<string, string>
  /** When it was made, by the device's clock. */
  at: number
  /** Who made it; undefined: the reader of this device. */
  reader?: string
  /** Why the server has refused it. It is not sent again, and is here for its words only. */
  refused?: string
}

/** The words that would be lost with a change of a highlight: a note, or else the passage. */
export function wordsOf(change: PendingChange): string {
  const { body } = highlightRequestIn(change) ?? {}
  return body?.text || body?.quote?.exact || ''
}

export const isRefused = ({ refused }: PendingChange): boolean => refused !== undefined

/** Sets or removes a mark. */
export const pendingMark = (
  slug: string,
  mark: string,
  on: boolean,
  at: number,
): PendingChange => ({
  key: `${mark} ${slug}`,
  slug,
  kind: 'marks',
  fields: { mark, on: `${on}` },
  at,
})

export function pendingPosition(
  slug: string,
  form: Record<string, string>,
  now: number,
): PendingChange {
  const { back: _, sentAt: __, ...fields } = form
  const madeAt = Date.parse(form['placedAt'] ?? '')
  const at = Number.isNaN(madeAt) ? now : Math.min(madeAt, now)
  return { key: `place ${slug}`, slug, kind: 'place', fields, at }
}

export interface ChangeRequest {
  path: string
  method: string
  /** A text is JSON. */
  body?: URLSearchParams | string
}

const madeKey = (id: string) => `note ${id} made`

/** Makes, changes, deletes, or restores a highlight. */
export function pendingHighlight(slug: string, note: HighlightRequest, at: number): PendingChange {
  const { method, id, body } = note
  const field = Object.keys(highlightFields(note)).join()
  const key = method === 'POST' ? madeKey(id) : `note ${id} ${field}`
  return { key, slug, kind: 'notes', fields: { method, id, body: JSON.stringify(body) }, at }
}

/** The request of a pending change; null: it is not about a highlight. */
export function highlightRequestIn({ kind, fields }: Pick<PendingChange, 'kind' | 'fields'>) {
  if (kind !== 'notes') return null
  const { method, id, body } = fields
  return { method, id, body: JSON.parse(body!) } as HighlightRequest
}

/**
 * What waits once there is another change: a highlight that is not made yet is made as it is wanted now,
 * and of a field the last change counts. The server may have got the earlier one, so a note names the
 * versions that it may find.
 */
export function withEarlier(waiting: PendingChange[], change: PendingChange): PendingChange {
  const now = highlightRequestIn(change)
  const find = (key: string) => waiting.find((one) => one.key === key)
  const isField = now && now.method !== 'DELETE' && now.body.isDeleted === undefined
  const made = isField ? find(madeKey(now.id)) : undefined
  const before = made ?? find(change.key)
  const old = before && highlightRequestIn(before)
  if (!now || !old) return change
  const body = { ...(isField && old.body), ...now.body }
  const versions = [...(old.body.textBefore ?? []), ...(now.body.textBefore ?? [])]
  if (body.textBefore) body.textBefore = versions.slice(-MAX_VERSIONS)
  const { key, fields } = made ?? change
  return { ...change, key, fields: { ...fields, body: JSON.stringify(body) } }
}

/** In the order in which they are sent: a highlight is made before it is changed. */
export const inSendingOrder = (changes: PendingChange[]): PendingChange[] =>
  changes.toSorted(
    (a, b) =>
      Number(b.fields['method'] === 'POST') - Number(a.fields['method'] === 'POST') || a.at - b.at,
  )

/** What a change is about: of these, one is sent after the other. */
export const subjectOf = ({ key, fields }: PendingChange) => fields['id'] ?? key

/** A mark that is sent within this time is made now: a position that was sent before it is older. */
const FRESH_MS = 2000

export function requestForLater(change: PendingChange, reader: string, now: number): ChangeRequest {
  const { kind, slug, fields, at } = change
  const isFresh = kind === 'marks' && now - at < FRESH_MS
  const moment = new Date(isFresh ? now : at).toISOString()
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
      [kind === 'marks' ? 'markedAt' : 'placedAt']: moment,
    }),
  }
}

/** Whether a change with this response status is sent again. */
export const shouldRetry = (status: number) => status === 429 || status >= 500

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
    .filter((change) => !isRefused(change))
    .toSorted((a, b) => a.at - b.at)
    .reduce((since, change) => {
      const note = highlightRequestIn(change)
      return note ? addChange(since, note) : since
    }, notes)
}
