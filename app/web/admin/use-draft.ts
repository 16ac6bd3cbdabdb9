import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Milliseconds without typing after which the draft is saved. */
const TYPING_PAUSE_MS = 1000
/** Milliseconds until a failed save is tried again. */
const RETRY_MS = 10_000

interface DraftState {
  version: number
  /** What the page says about the draft; null: nothing was saved yet. */
  text: string | null
  isProblem: boolean
}

/** Another window has changed the draft: only its administrator can say which text is right. */
const CONFLICT = 409

/** The most characters that browsers still send when the page is left. */
const MAX_KEEPALIVE_CHARS = 60_000

const UNSAVED = 'Not saved: Readr cannot be reached. It will try again.'
const SIGNED_OUT =
  'Not saved: you are signed out. Log in again in another tab; then it will be saved.'

/**
 * Saves the fields of a form while they are changed, and before the page is left.
 * @param path where drafts are sent to
 * @param version of the stored draft when the page was made; the form has to send the one in the state
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, path: string, version: number) {
  const [state, setState] = useState<DraftState>({ version, text: null, isProblem: false })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const saving = useRef<Promise<void> | null>(null)
  /** The text without a clear answer: it may be saved. */
  const unanswered = useRef<string | null>(null)
  const isChanged = useRef(false)
  const isRefused = useRef(false)
  const isSubmitWaiting = useRef(false)

  /** Milliseconds until the next attempt, if something is left to save. */
  async function send(): Promise<number> {
    const element = form.current
    if (!element) return TYPING_PAUSE_MS
    const fields = new FormData(element) as unknown as Record<string, string>
    const typed = new URLSearchParams(fields).toString()
    // First repeat what may be saved: the server gives the same answer, with the version to continue.
    const text = unanswered.current ?? typed
    unanswered.current = text
    isChanged.current = text !== typed
    let problem = UNSAVED
    try {
      const response = await fetch(path, {
        method: 'POST',
        body: new URLSearchParams(text),
        keepalive: text.length <= MAX_KEEPALIVE_CHARS,
        redirect: 'manual',
      })
      if (response.type === 'opaqueredirect') problem = SIGNED_OUT
      const answer = (await response.json()) as { version: number; message: string }
      if (response.status < 500) unanswered.current = null
      isRefused.current = response.status === CONFLICT
      if (!unanswered.current) problem = answer.message
      if (!response.ok) throw new Error(problem)
      // Right away: the next save reads the version from the form.
      flushSync(() => setState({ version: answer.version, text: answer.message, isProblem: false }))
      return TYPING_PAUSE_MS
    } catch {
      isChanged.current = true
      setState((before) => ({ ...before, text: problem, isProblem: true }))
      return RETRY_MS
    }
  }

  function save(): void {
    clearTimeout(timer.current)
    // One request at a time: the next one needs the version of the previous one.
    if (saving.current || !isChanged.current || isRefused.current) return
    saving.current = saveAndRepeat()
  }

  async function saveAndRepeat(): Promise<void> {
    const pause = await send()
    saving.current = null
    if (isChanged.current) saveIn(pause)
  }

  function submitAgain(submitter: HTMLElement | null): void {
    isSubmitWaiting.current = false
    if (unanswered.current !== null) return
    // The form has everything, also what the draft was refused for.
    isChanged.current = false
    form.current?.requestSubmit(submitter)
  }

  function saveIn(ms: number): void {
    clearTimeout(timer.current)
    timer.current = setTimeout(save, ms)
  }

  const saveNow = useRef(save)
  useEffect(() => {
    saveNow.current = save
  })
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') saveNow.current()
    }
    const onLeave = (event: BeforeUnloadEvent) => {
      if (isChanged.current) event.preventDefault()
    }
    document.addEventListener('visibilitychange', onHidden)
    window.addEventListener('beforeunload', onLeave)
    return () => {
      clearTimeout(timer.current)
      document.removeEventListener('visibilitychange', onHidden)
      window.removeEventListener('beforeunload', onLeave)
    }
  }, [])

  return {
    state,
    changed() {
      isChanged.current = true
      saveIn(TYPING_PAUSE_MS)
    },
    submitted(event: React.FormEvent<HTMLFormElement>) {
      clearTimeout(timer.current)
      // The login page or the browser's error page would come instead, without the text.
      if (isChanged.current || unanswered.current !== null) saving.current ??= saveAndRepeat()
      if (!saving.current) {
        isChanged.current = false
        return
      }
      event.preventDefault()
      if (isSubmitWaiting.current) return
      isSubmitWaiting.current = true
      const { submitter } = event.nativeEvent as SubmitEvent
      void saving.current.then(() => submitAgain(submitter))
    },
  }
}
