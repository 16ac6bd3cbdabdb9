/**
 * Sends what readers change on pages: marks, highlights, and notes. What the server does not answer waits
 * in one list, which a message counts and sends again. send-change.ts loads this script.
 */
import { highlightPath } from '../../../reading/rules/highlights/highlight.ts'
import { isRefused, type PendingChange, wordsOf } from '../../../reading/rules/pending-changes.ts'
import { build, buildButton } from '../build-element.ts'
import { pageReader } from '../page-reader.ts'
import { NEW_CHANGES_KEY, type Sending } from './send-change.ts'
import { readStored, writeStored } from '../stored.ts'
import { showToast } from '../toast.ts'
import {
  alone,
  isOthers,
  isSignedOut,
  sendWaiting,
  settleChange,
  storeChange,
  waitingChanges,
} from '../offline/send-changes.ts'
import type { Command } from '../offline/worker.ts'

/** Milliseconds until the list is sent again, at first and at most; each pause is twice as long. */
const FIRST_PAUSE_MS = 5000
const LONGEST_PAUSE_MS = 300_000

/** What happened to a change. */
export interface ChangeOutcome {
  change: PendingChange
  /** Whether the server has accepted it; undefined: it waits. */
  isSaved?: boolean
  answer?: {
    message?: string
    savedCount?: number
    data?: { note?: { color: string; text: string; deletedAt: string | null } }
  }
}

const FAILED = 'That couldn’t be saved. Please try again.'

/** Why nothing of this reader can be sent. */
interface Obstacle {
  text: string
  label: string
  /** Where the reader logs in; the page to which that leads follows. */
  path: string
}
const NOBODY: Obstacle = { text: 'You’re logged out.', label: 'Log in', path: '/login?' }
const SOMEBODY: Obstacle = {
  text: 'Someone else is signed in now. Yours:',
  label: 'Log in as yourself',
  path: '/continue?waits=&',
}

let pause = FIRST_PAUSE_MS
let timer: ReturnType<typeof setTimeout> | undefined
let shown = ''
let close = () => {}
/** What the message says that waits; empty: nothing. */
let counted = ''
/** Closes the messages about refused changes, by what they say. */
const refusals = new Map<string, () => void>()
/** What waited when the page was opened: its HTML does not contain it. */
let unknown: PendingChange[] = []

const tell = (detail: ChangeOutcome) =>
  document.dispatchEvent(new CustomEvent('readr:change-outcome', { detail }))

const tellWorker = (command: 'connected' | 'send later') =>
  navigator.serviceWorker?.controller?.postMessage({ do: command } satisfies Command)

/** Takes what is new into the list. */
async function takeNew(): Promise<void> {
  const added = JSON.parse(readStored(NEW_CHANGES_KEY) || '[]') as PendingChange[]
  writeStored(NEW_CHANGES_KEY, '[]')
  // Says again what waits, if it still does.
  if (added.length > 0) shown = ''
  for (const change of added) await storeChange(change)
}

/** @returns what still waits */
async function sendAll(): Promise<PendingChange[]> {
  clearTimeout(timer)
  let who: Obstacle | null = null
  const left = await sendWaiting(pageReader(), async (change, response) => {
    if (isSignedOut(response)) who = NOBODY
    else if (isOthers(response, pageReader())) who = SOMEBODY
    else await showAnswer(change, response)
  })
  const waiting = left.filter((change) => !isRefused(change))
  showRefused(left.filter(isRefused))
  show(waiting, who)
  for (const change of waiting) tell({ change })
  if (waiting.length === 0) {
    pause = FIRST_PAUSE_MS
    // Another reader's changes stay for them.
    const isEmpty = (await waitingChanges()).length === 0
    if (isEmpty && readStored(NEW_CHANGES_KEY) === '[]') writeStored(NEW_CHANGES_KEY, '')
    return waiting
  }
  timer = setTimeout(() => void sendAll(), pause)
  pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
  tellWorker('send later')
  return waiting
}

/** Says what the server says: that it refuses a change, or that another device has changed the same. */
async function showAnswer(change: PendingChange, response: Response): Promise<void> {
  const { slug, kind, fields } = change
  const { ok } = response
  const answer = (await response.json().catch(() => ({}))) as ChangeOutcome['answer'] & {}
  const note = answer.data?.note
  // Another device's change may be later.
  if (note) {
    const body = JSON.stringify({
      ...JSON.parse(fields['body']!),
      color: note.color,
      text: note.text,
    })
    unknown = unknown.map((one) =>
      one.key === change.key ? { ...one, fields: { ...fields, body } } : one,
    )
  }
  tell({ change, isSaved: ok, answer })
  if (kind === 'marks' && ok) tellWorker('connected')
  const isKept = !ok && wordsOf(change) !== ''
  if (isKept || fields['method'] === 'DELETE' || (ok && !answer.message)) return
  const href = highlightPath(slug, fields['id']!)
  showToast(answer.message ?? FAILED, ok ? { href, label: 'Show note' } : undefined)
}

/** Lets articles show what the page does not contain. */
function nameWaiting(changes: PendingChange[]): void {
  document.documentElement.dataset['waiting'] = changes.length > 0 ? JSON.stringify(changes) : ''
}

const countOf = (length: number) => `${length} ${length === 1 ? 'change' : 'changes'} not saved yet`

/** Shows refused changes, on the page where the reader is by now, until they are discarded. */
function showRefused(changes: PendingChange[]): void {
  const texts = new Set(changes.map((change) => JSON.stringify(change)))
  for (const [text, closeOne] of refusals) {
    if (texts.has(text)) continue
    closeOne()
    refusals.delete(text)
  }
  for (const change of changes) {
    const text = JSON.stringify(change)
    if (!refusals.has(text)) refusals.set(text, showRefusal(change))
  }
}

function showRefusal(change: PendingChange): () => void {
  const label = 'This wasn’t saved'
  const words = build('textarea', {
    class: 'field mt-2',
    rows: '3',
    readonly: '',
    'aria-label': label,
  })
  words.value = wordsOf(change)
  const copy = buildButton('', 'Copy', () => {
    words.select()
    // Without HTTPS there is no clipboard.
    const done = navigator.clipboard?.writeText(words.value) ?? Promise.reject()
    done.then(
      () => (copy.textContent = 'Copied'),
      () => words.focus(),
    )
  })
  const said = build('div', { class: 'w-full pt-2 pr-3' }, `${label}. ${change.refused}`, words)
  const closeIt = showToast(said, { label: 'Discard', run: () => void discard(change) })
  said.parentElement!.classList.add('flex-wrap')
  said.after(copy)
  return closeIt
}

async function discard(change: PendingChange): Promise<void> {
  await settleChange(change).catch(() => {})
  await sendAll()
}

/** Counts what waits in one message; positions are nothing that a reader would miss. */
function show(waiting: PendingChange[], who: Obstacle | null): void {
  nameWaiting([...unknown, ...waiting])
  const { length } = waiting.filter(({ kind }) => kind !== 'place')
  const count = countOf(length)
  counted = length + refusals.size === 0 ? '' : countOf(length + refusals.size)
  const text = length === 0 ? '' : who ? `${who.text} ${count}` : count
  if (text && text === shown) return
  close()
  shown = text
  if (!text) return
  const redirectTo = location.pathname + location.search
  const query = new URLSearchParams({ redirectTo })
  close = showToast(
    text,
    who ? { label: who.label, href: `${who.path}${query}` } : { label: 'Try Again', run: tryAgain },
  )
}

/** Sign-out removes what waits, so it is asked for twice. */
function keepFromSignOut(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  if (form.getAttribute('action') !== '/logout' || counted === '') return
  event.preventDefault()
  event.stopPropagation()
  const logOut = () => {
    counted = ''
    form.requestSubmit()
  }
  const all = counted.startsWith('1 ') ? 'it' : 'them'
  showToast(`${counted}. Logging out removes ${all}.`, {
    label: 'Log out',
    run: logOut,
    isQuestion: true,
  })
}

function tryAgain(): void {
  shown = ''
  void sendAll()
}

/** Sends what waited when the page was opened. It shows that, and the home page is loaded again. */
async function sendWaited(): Promise<void> {
  await takeNew()
  // The service worker may be sending it.
  unknown = (await alone(waitingChanges)).filter(
    (change) => change.reader === pageReader() && !isRefused(change),
  )
  nameWaiting(unknown)
  document.dispatchEvent(new Event('readr:waiting'))
  const left = await sendAll()
  const isOld = unknown.some(({ kind }) => kind === 'marks') && left.length === 0
  if (isOld && location.pathname === '/browse') location.reload()
}

document.addEventListener('submit', keepFromSignOut, true)
document.addEventListener('readr:changes', (event) => {
  const { detail: when } = event as CustomEvent<Sending>
  void (when === 'opened' ? sendWaited() : takeNew().then(sendAll))
})
