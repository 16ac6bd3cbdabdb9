import { closest } from '../events.ts'
import { articleInView, queryAll, readingLine } from '../summary/article-in-view.ts'

/** The values that the root element has no attribute for. */
const DEFAULTS = [
  ['theme', 'system'],
  ['size', '3'],
  ['width', 'medium'],
  ['face', 'serif'],
] as const

/** Shows a choice in a form[data-appearance] right away, and saves it in the background. */
export function showDisplaySettings(): void {
  document.addEventListener('submit', (event) => {
    const form = closest<HTMLFormElement>(event, '[data-appearance]')
    if (!form) return
    event.preventDefault()
    apply(form, new FormData(form, event.submitter))
  })
  document.addEventListener('change', (event) => {
    const form = closest<HTMLFormElement>(event, '[data-appearance]')
    if (form) apply(form, new FormData(form))
  })
  // A summary that is opened later in this page has a form with the choice when the page was loaded.
  document.addEventListener('toggle', showChosen, true)
}

function showChosen(): void {
  for (const [name, normal] of DEFAULTS) {
    const chosen = document.documentElement.dataset[name] ?? normal
    for (const control of document.querySelectorAll<HTMLInputElement | HTMLButtonElement>(
      `[data-appearance] [name=${name}]`,
    )) {
      const isChosen = control.value === chosen
      if (control instanceof HTMLInputElement) control.checked = isChosen
      else control.ariaPressed = `${isChosen}`
    }
  }
}

function show(chosen: FormData): void {
  const { dataset } = document.documentElement
  for (const [name, normal] of DEFAULTS) {
    const value = chosen.get(name) as string | null
    if (!value) continue
    if (value === normal) delete dataset[name]
    else dataset[name] = value
  }
}

function keepLine(change: () => void): void {
  /** Pixels from the top of a line to the reading line. */
  const read = (line: HTMLElement) => readingLine() - line.getBoundingClientRect().top
  const lines = queryAll<HTMLElement>('.summary-text [data-start]', articleInView())
  const line = lines.findLast((one) => read(one) >= 0)
  const share = line && Math.min(1, read(line) / line.offsetHeight)
  change()
  const scroller = line?.closest('dialog') ?? document.scrollingElement
  if (line)
    scroller?.scrollBy({ top: share! * line.offsetHeight - read(line), behavior: 'instant' })
}

/** Choices that wait for the request before them, so that the last one wins. */
let waiting: Record<string, FormDataEntryValue> | null = null
let isSending = false

function apply(form: HTMLFormElement, chosen: FormData): void {
  keepLine(() => show(chosen))
  showChosen()
  waiting = { ...waiting, ...Object.fromEntries(chosen) }
  if (!isSending) save(form.action)
  window.addEventListener('pagehide', () => waiting && save(form.action), { once: true })
}

function save(address: string): void {
  const body = new URLSearchParams(waiting as Record<string, string>)
  waiting = null
  isSending = true
  fetch(address, { method: 'POST', body, redirect: 'manual', keepalive: true })
    .catch(() => {})
    .finally(() => {
      isSending = false
      if (waiting) save(address)
    })
}
