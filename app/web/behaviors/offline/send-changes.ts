import { changeRow, inTransaction, readRows } from './database.ts'
import { READER_HEADER, SEND_TIMEOUT_MS } from '../../../reading/rules/offline.ts'
import { addChange } from '../../../reading/rules/highlights/changes.ts'
import {
  type ChangeRequest,
  highlightRequestIn,
  inSendingOrder,
  isRefused,
  type PendingChange,
  requestForLater,
  shouldRetry,
  subjectOf,
  withEarlier,
  wordsOf,
} from '../../../reading/rules/pending-changes.ts'

/**
 * The list of changes that are not sent yet, for pages and for the service worker: each change is stored
 * on the device, sent, and removed.
 */

/** Where the browser stores nothing, they wait as long as the page is open. */
const unstored = new Map<string, PendingChange>()

/** What waits on this device, in the order in which it is sent. */
export async function waitingChanges(): Promise<PendingChange[]> {
  const stored = await readRows('waiting').catch(() => [])
  return inSendingOrder([...stored, ...unstored.values()])
}

export async function storeChange(change: PendingChange): Promise<void> {
  try {
    await inTransaction('waiting', 'readwrite', (store) => {
      const waiting: IDBRequest<PendingChange[]> = store.getAll()
      waiting.addEventListener('success', () => store.put(withEarlier(waiting.result, change)))
      return waiting
    })
  } catch {
    const row = withEarlier([...unstored.values()], change)
    unstored.set(row.key, row)
  }
  const note = highlightRequestIn(change)
  // The copy does not contain it.
  if (note) {
    const add = ({ notes = {} }) => ({ notes: addChange(notes, note) })
    await changeRow('books', change.slug, add).catch(() => null)
  }
}

/**
 * Removes a change, unless a later one has replaced it.
 * @param refused why it stays for its words
 */
export async function settleChange(sent: PendingChange, refused?: string): Promise<void> {
  const text = JSON.stringify(sent)
  const kept = refused === undefined ? null : { ...sent, refused }
  if (JSON.stringify(unstored.get(sent.key)) === text) {
    if (kept) unstored.set(sent.key, kept)
    else unstored.delete(sent.key)
  }
  await inTransaction('waiting', 'readwrite', (store) => {
    const request: IDBRequest<PendingChange | undefined> = store.get(sent.key)
    request.addEventListener('success', () => {
      if (JSON.stringify(request.result) !== text) return
      if (kept) store.put(kept)
      else store.delete(sent.key)
    })
    return undefined
  })
}

/** Browsers finish requests of pages that are left only if they are short: 64 KiB, in all. */
const KEEPALIVE_CHARS = 15_000

export function send({ path, method, body }: ChangeRequest): Promise<Response> {
  return fetch(path, {
    method,
    ...(body !== undefined && { body }),
    ...(typeof body === 'string' && { headers: { 'Content-Type': 'application/json' } }),
    redirect: 'manual',
    keepalive: `${body}`.length < KEEPALIVE_CHARS,
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
  })
}

/** The server redirects forms, and refuses calls, only when nobody is signed in. */
export const isSignedOut = ({ type, status }: Response) =>
  type === 'opaqueredirect' || status === 401

/** Whether the server has answered: not a proxy, a hotel's page, or a server that is busy. */
const isAnswer = ({ status, headers }: Response) =>
  headers.has('X-Request-Id') && !shouldRetry(status)

const FAILED = 'That couldn’t be saved. Please try again.'

/** Why an answer refuses something that the reader has written; undefined: it does not. */
async function refusalOf(change: PendingChange, answer: Response): Promise<string | undefined> {
  if (answer.ok || !wordsOf(change)) return undefined
  const { message } = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as { message?: string }
  return message ?? FAILED
}

/** Whether another reader is signed in by now, for whom it is not. */
export const isOthers = ({ status, headers }: Response, reader: string) =>
  status === 409 && headers.get(READER_HEADER) !== reader

let last: Promise<unknown> = Promise.resolve()

/** Waits until nobody sends. Without HTTPS there are no locks, and each page waits only for itself. */
export function alone<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request('readr-waiting', work)
  const next = last.then(work)
  last = next.catch(() => {})
  return next
}

/**
 * Sends what waits. What fails stays, with what is about the same thing.
 * @param answered is called for each answer, also when nobody or somebody else is signed in
 * @returns what still waits, and the refused changes
 */
export const sendWaiting = (
  reader: string,
  answered: (change: PendingChange, answer: Response) => unknown = () => {},
): Promise<PendingChange[]> =>
  alone(async () => {
    const failed = new Set<string>()
    for (;;) {
      const own = (await waitingChanges()).filter((one) => (one.reader ?? reader) === reader)
      const next = own.find((one) => !isRefused(one) && !failed.has(subjectOf(one)))
      if (!next) return own
      const answer = await send(requestForLater(next, reader, Date.now())).catch(() => null)
      if (!answer) return own
      if (isSignedOut(answer) || isOthers(answer, reader)) {
        await answered(next, answer)
        return own
      }
      if (!isAnswer(answer)) failed.add(subjectOf(next))
      else {
        const isSettled = await settleChange(next, await refusalOf(next, answer)).then(
          () => true,
          () => false,
        )
        if (!isSettled) failed.add(subjectOf(next))
        await answered(next, answer)
      }
    }
  })
