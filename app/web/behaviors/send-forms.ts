import { startDelayedRedirect } from './delayed-redirect.ts'
import { enhanceForms } from './enhance-forms.ts'

const TIMEOUT_MS = 10_000

/**
 * Sends forms with `data-failed` without leaving the page, so that they keep their input when the
 * server cannot be reached. Its answers look the same as without JavaScript.
 */
export function sendFormsInBackground(): void {
  let isSending = false
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (form.dataset['failed'] === undefined) return
    event.preventDefault()
    if (isSending) return
    isSending = true
    event.submitter?.setAttribute('aria-busy', 'true')
    const settle = () => {
      isSending = false
      event.submitter?.removeAttribute('aria-busy')
    }
    // Back may show this page again as it was.
    window.addEventListener('pageshow', settle, { once: true })
    send(form, event.submitter, (location) => (location ? follow(location) : settle()))
  })
}

/** @param done gets the address to which the answer redirects, or null */
function send(
  form: HTMLFormElement,
  button: HTMLElement | null,
  done: (location: string | null) => void,
): void {
  // Unlike fetch, it parses pages, which no script may do with text (trusted-types.ts).
  const request = new XMLHttpRequest()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    request.abort()
  }, TIMEOUT_MS)
  request.onloadend = () => {
    clearTimeout(timer)
    const location = request.getResponseHeader('Location')
    done(location)
    if (location === null && !showAnswer(form, request)) showFailure(form, request.status, isLate)
  }
  request.open('POST', form.action)
  request.responseType = 'document'
  request.setRequestHeader('X-Background', 'form')
  const fields = new FormData(form, button)
  const isInParts = form.enctype === 'multipart/form-data'
  request.send(isInParts ? fields : new URLSearchParams(fields as unknown as [string, string][]))
}

/** Follows a redirect, also to a part of this page, which then has to load again. */
function follow(to: string): void {
  const [address] = new URL(to, location.href).href.split('#')
  const isHere = address === location.href.split('#')[0]
  location.assign(to)
  if (isHere && to.includes('#')) location.reload()
}

/**
 * Shows the form, or else the whole content, as it is in the answer.
 * @returns false if the answer is not one of our pages about this form
 */
function showAnswer(form: HTMLFormElement, request: XMLHttpRequest): boolean {
  const page = request.response as Document | null
  const content = page?.getElementById('content')
  const sameForm = content?.querySelector<HTMLElement>(`#${form.id}`)
  const isAbout = sameForm ?? content?.querySelector('[role=alert], [role=status]')
  if (!content || !isAbout) return false
  // Parsed without scripts, they would redirect too.
  content.querySelectorAll('noscript').forEach((element) => element.remove())
  const shown = document.getElementById('content')!
  document.title = page!.title
  if (!sameForm) shown.replaceChildren(...content.childNodes)
  else {
    form.replaceWith(sameForm)
    // The result of an earlier action is no longer the news.
    const isOver = !content.querySelector('[role=status]')
    if (isOver) shown.querySelectorAll('[role=status]').forEach((message) => message.remove())
  }
  enhanceForms()
  startDelayedRedirect()
  const message = document.querySelector<HTMLElement>(
    `${sameForm ? `#${form.id}` : '#content'} [autofocus]`,
  )
  if (message) show(message)
  return true
}

function showFailure(form: HTMLFormElement, status: number, isLate: boolean): void {
  const { failed, wrong = failed, missing = failed, late = failed } = form.dataset
  const banner = form.querySelector<HTMLElement>('[role=alert]')!
  const text = status === 401 ? wrong : status === 404 ? missing : isLate ? late : failed
  banner.textContent = text!
  banner.hidden = false
  show(banner)
}

/** Focuses a message or a field, and scrolls no further than needed. */
function show(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  ;(element.closest('form > *') ?? element).scrollIntoView({ block: 'nearest' })
}
