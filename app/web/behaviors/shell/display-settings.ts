import { closest } from '../events.ts'
import { articleInView, queryAll, readingLine } from '../summary/article-in-view.ts'
import { readStored, writeStored } from '../stored.ts'

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
    apply(new FormData(form, event.submitter))
  })
  document.addEventListener('change', (event) => {
    const form = closest<HTMLFormElement>(event, '[data-appearance]')
    if (form) apply(new FormData(form))
  })
  // A summary that is opened later in this page has a form with the choice when the page was loaded.
  document.addEventListener('toggle', showChosen, true)
  if (readStored(KEY)) apply([])
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

function show(chosen: Record<string, string>): void {
  const { dataset } = document.documentElement
  for (const [name, normal] of DEFAULTS) {
    const value = chosen[name]
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

/** Where the choices are that are not saved yet. Those that a page could not save, the next one does. */
const KEY = 'readr.look'

let saved = Promise.resolve()

function apply(chosen: Iterable<readonly [string, FormDataEntryValue]>): void {
  const choices = { ...JSON.parse(readStored(KEY) || '{}'), ...Object.fromEntries(chosen) }
  keepLine(() => show(choices))
  showChosen()
  writeStored(KEY, JSON.stringify(choices))
  // One request after the other, so that the last choice wins.
  saved = saved.then(save)
}

async function save(): Promise<void> {
  const sent = readStored(KEY)
  if (!sent) return
  const body = new URLSearchParams(JSON.parse(sent))
  try {
    const request = { method: 'POST', body, redirect: 'manual', keepalive: true } as const
    const { status } = await fetch('/appearance', request)
    // A busy server has not saved them.
    if (status < 429 && readStored(KEY) === sent) writeStored(KEY, '')
  } catch {
    // Without a connection they stay, too.
  }
}
