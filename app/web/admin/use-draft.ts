import { type RefObject, useEffect, useRef, useState } from 'react'

/** Milliseconds without typing after which the draft is saved. */
const TYPING_PAUSE_MS = 1000
/** Milliseconds until a failed save is tried again. */
const RETRY_MS = 10_000

/** What the page says about the draft. */
interface DraftState {
  text: string
  isProblem: boolean
}

/** The most characters that browsers still send when the page is left. */
const MAX_KEEPALIVE_CHARS = 60_000

const UNSAVED = 'Not saved: Readr cannot be reached. It will try again.'
const SIGNED_OUT =
  'Not saved: you are signed out. Log in again in another tab; then it will be saved.'

/**
 * Saves the fields of a form while they are changed, and before the page is left.
 * @param path where drafts are sent to
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, path: string) {
  const [state, setState] = useState<DraftState | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const saving = useRef<Promise<void> | null>(null)
  const isChanged = useRef(false)
  const isRefused = useRef(false)
  const isSignedOut = useRef(false)

  /** Milliseconds until the next attempt, if something is left to save. */
  async function send(): Promise<number> {
    const element = form.current
    if (!element) return TYPING_PAUSE_MS
    isChanged.current = false
    const body = new URLSearchParams(new FormData(element) as unknown as Record<string, string>)
    let problem = UNSAVED
    try {
      const keepalive = body.toString().length <= MAX_KEEPALIVE_CHARS
      const response = await fetch(path, { method: 'POST', body, keepalive, redirect: 'manual' })
      isSignedOut.current = response.type === 'opaqueredirect'
      if (isSignedOut.current) problem = SIGNED_OUT
      const answer = (await response.json()) as { version?: number; message: string }
      isRefused.current = !response.ok && response.status < 500
      if (isRefused.current) problem = answer.message
      if (!response.ok) throw new Error(problem)
      const version = element.elements.namedItem('version') as HTMLInputElement
      version.value = String(answer.version)
      setState({ text: answer.message, isProblem: false })
      return TYPING_PAUSE_MS
    } catch {
      isChanged.current = true
      setState({ text: problem, isProblem: true })
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
    /** The form was changed. */
    changed() {
      isChanged.current = true
      saveIn(TYPING_PAUSE_MS)
    },
    /** The form is sent as a whole, once the current save has ended. */
    submitted(event: React.FormEvent<HTMLFormElement>) {
      // The login page would come instead, without the text.
      if (isSignedOut.current) {
        event.preventDefault()
        return save()
      }
      clearTimeout(timer.current)
      isChanged.current = false
      if (!saving.current) return
      event.preventDefault()
      const { submitter } = event.nativeEvent as SubmitEvent
      void saving.current.then(() => form.current?.requestSubmit(submitter as HTMLElement | null))
    },
  }
}
