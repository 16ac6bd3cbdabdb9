import { READER_HEADER } from '../../reading/rules/offline.ts'
import { shouldRetry } from '../../reading/rules/pending-changes.ts'
import { build } from './build-element.ts'
import { startDelayedRedirect } from './delayed-redirect.ts'
import { enhanceForms } from './enhance-forms.ts'

/** How long a sign-in waits for its answer. */
const SIGN_IN_TIMEOUT_MS = 10_000
/** How long other forms wait: the server may have to ask the payment provider. */
const TIMEOUT_MS = 30_000

const FAILED = 'This couldn’t be sent. Check your connection and try again.'
const BUSY = 'Readr is busy or has a brief problem. Please try again in a moment.'
const LATE =
  'Readr hasn’t answered yet. Reload the page to see whether it was saved before you try again.'

/**
 * Sends forms without leaving the page, so that they keep their input when the server cannot be reached
 * or nobody is signed in any more. Its answers look the same as without JavaScript. The browser sends
 * forms with a target.
 */
export function sendFormsInBackground(): void {
  const sending = new WeakSet<HTMLFormElement>()
  // After the listeners of single forms.
  window.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (event.defaultPrevented || form.method !== 'post' || form.hasAttribute('target')) return
    event.preventDefault()
    if (sending.has(form)) return
    sending.add(form)
    event.submitter?.setAttribute('aria-busy', 'true')
    const settle = () => {
      sending.delete(form)
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
  const isInParts = form.enctype === 'multipart/form-data'
  let isLate = false
  /** Where a success leads: to this page, which is not loaded again, because that would empty its other forms. */
  let saved: string | null = null
  const timeout = form.dataset['late'] ? SIGN_IN_TIMEOUT_MS : TIMEOUT_MS
  const abort = () => {
    isLate = true
    request.abort()
  }
  // Files take as long as they take.
  const timer = form.querySelector('[type=file]') ? undefined : setTimeout(abort, timeout)
  request.onloadend = () => {
    clearTimeout(timer)
    const to = request.getResponseHeader('Location')
    if (to !== null && leadsHere(to) && typedBeside(form).length > 0) {
      saved = to
      request.open('GET', location.href)
      return request.send()
    }
    if (saved !== null)
      return done(leadsHere(request.responseURL) && showAnswer(form, request) ? null : saved)
    done(to)
    if (to !== null || showAnswer(form, request)) return
    if (request.status === 409) leave(form, button)
    else showFailure(form, button, request, isLate)
  }
  request.open('POST', form.getAttribute('action') ?? location.href)
  request.responseType = 'document'
  request.setRequestHeader('X-Background', 'form')
  const fields = new FormData(form, button)
  request.send(isInParts ? fields : new URLSearchParams(fields as unknown as [string, string][]))
}

const withoutHash = (address: string) => new URL(address, location.href).href.split('#')[0]

const leadsHere = (to: string) => withoutHash(to) === withoutHash(location.href)

/** Follows a redirect, also to a part of this page, which then has to load again. */
function follow(to: string): void {
  const isHere = leadsHere(to)
  location.assign(to)
  if (isHere && to.includes('#')) location.reload()
}

const formsIn = (page: ParentNode) => [
  ...page.querySelectorAll<HTMLFormElement>('form[method=post]'),
]

const isChanged = (one: HTMLInputElement & HTMLOptionElement) =>
  one.selected !== one.defaultSelected ||
  one.checked !== one.defaultChecked ||
  one.value !== (one.defaultValue ?? one.value)

/** The other forms of the page with something that is not sent yet. */
const typedBeside = (sent: HTMLFormElement) =>
  formsIn(document.getElementById('content')!).filter(
    (form) =>
      form !== sent && [...form.querySelectorAll<never>('input, textarea, option')].some(isChanged),
  )

const signOf = (form: HTMLFormElement) =>
  form.id || Array.from(form.elements, (one) => Reflect.get(one, 'name')).join()

function keepTyped(forms: HTMLFormElement[], content: HTMLElement): void {
  for (const form of forms) {
    const place = formsIn(content).find((one) => signOf(one) === signOf(form))
    place?.replaceWith(form)
    for (const fold of content.querySelectorAll('details')) fold.open ||= fold.contains(form)
  }
}

/** Another reader is signed in now: the page that says so keeps the input. */
function leave(form: HTMLFormElement, button: HTMLElement | null): void {
  form.target = '_self'
  form.requestSubmit(button)
}

/**
 * Shows the form, or else the whole content, as it is in the answer.
 * @returns false if the answer is not one of our pages, or is an error page
 */
function showAnswer(form: HTMLFormElement, request: XMLHttpRequest): boolean {
  const page = ownPage(request)
  const content = page?.getElementById('content')
  const isRefused = request.status >= 400
  // Of a refused form, only the form is news.
  const sameForm =
    isRefused && form.id ? content?.querySelector<HTMLElement>(`#${CSS.escape(form.id)}`) : null
  // Error pages have no forms.
  const isAbout = sameForm || !isRefused || content?.querySelector('form')
  if (!page || !content || !isAbout) return false
  // Parsed without scripts, they would redirect too.
  content.querySelectorAll('noscript').forEach((element) => element.remove())
  const shown = document.getElementById('content')!
  // The result of an earlier action is no longer the news.
  const isOver = !content.querySelector('[role=status]')
  document.title = page.title
  if (!sameForm) {
    keepTyped(typedBeside(form), content)
    shown.replaceChildren(...content.childNodes)
  } else {
    form.replaceWith(sameForm)
    if (isOver) shown.querySelectorAll('[role=status]').forEach((message) => message.remove())
  }
  enhanceForms()
  startDelayedRedirect()
  document.dispatchEvent(new Event('readr:answer'))
  const message = (sameForm || shown).querySelector<HTMLElement>('[autofocus]')
  if (message) show(message)
  else if (!sameForm) scrollTo({ top: 0, behavior: 'instant' })
  return true
}

function showFailure(
  form: HTMLFormElement,
  button: HTMLElement | null,
  request: XMLHttpRequest,
  isLate: boolean,
): void {
  const {
    failed = shouldRetry(request.status) ? BUSY : FAILED,
    wrong,
    missing,
    late = form.dataset['failed'] ?? LATE,
  } = form.dataset
  const { status } = request
  const banner = bannerOf(form, button)
  document.querySelectorAll('#content .callout[role=status]').forEach((old) => old.remove())
  const known = status === 401 ? wrong : status === 404 ? missing : isLate ? late : null
  if (status === 401 && !wrong) {
    banner.replaceChildren(
      'You’re signed out, so this wasn’t sent. ',
      build('a', { class: 'text-link', href: '/login', target: '_blank' }, 'Log in in a new tab'),
      ', and then send this again.',
    )
  } else banner.textContent = known ?? explanationIn(request) ?? failed
  banner.hidden = false
  show(banner)
}

const ownPage = (request: XMLHttpRequest): Document | null =>
  request.getResponseHeader(READER_HEADER) === null ? null : (request.response as Document | null)

const explanationIn = (request: XMLHttpRequest): string | null =>
  ownPage(request)?.querySelector('#content .lead')?.textContent ?? null

/**
 * Where a form says what happened: above its fields if it has a place for that, or beside the button;
 * for a form in the bar, above the content.
 */
function bannerOf(form: HTMLFormElement, button: HTMLElement | null): HTMLElement {
  const inBar = form.closest('#content') ? null : document.getElementById('content')
  const given = inBar?.querySelector('.bar-failure') ?? form.querySelector('[role=alert]')
  if (given) return given as HTMLElement
  const banner = build('div', {
    role: 'alert',
    tabindex: '-1',
    class: `callout callout-alert w-full outline-none ${inBar ? 'bar-failure' : ''}`,
  })
  if (inBar) inBar.prepend(banner)
  else if (button) button.before(banner)
  else form.append(banner)
  return banner
}

function show(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  ;(element.closest('form > *') ?? element).scrollIntoView({ block: 'nearest' })
}
