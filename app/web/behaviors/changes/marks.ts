import { pendingMark } from '../../../reading/rules/pending-changes.ts'
import type { ChangeOutcome } from './changes.script.ts'
import { sendChange, startSending } from './send-change.ts'

/** What was changed on this page, by mark and slug: a book can be on several cards, and in the dialog. */
const changed = new Map<string, boolean>()

/** As in the list of changes that are not sent yet. */
const keyOf = ({ dataset }: HTMLElement, mark: string) => `${mark} ${dataset['slug']}`

/** Shows the changed marks of one book. */
function show(element: HTMLElement): void {
  for (const button of element.querySelectorAll<HTMLButtonElement>('[data-mark]')) {
    const { mark, labels } = button.dataset
    const on = changed.get(keyOf(element, mark!))
    if (on === undefined) continue
    const text = labels!.split('|')[+on]!
    const label = button.querySelector('span')
    if (label) label.textContent = text
    else {
      button.title = text
      button.ariaPressed = `${on}`
    }
    button.querySelector('path, circle')!.setAttribute('fill', on ? 'currentColor' : 'none')
  }
}

function change(key: string, on: boolean): void {
  changed.set(key, on)
  for (const element of document.querySelectorAll<HTMLElement>('readr-marks')) show(element)
}

function showListCount(savedCount: number | undefined): void {
  if (savedCount === undefined) return
  for (const count of document.querySelectorAll<HTMLElement>('[data-list-count]')) {
    count.hidden = savedCount === 0
    count.firstChild!.textContent = `${savedCount}`
    count.lastElementChild!.textContent = savedCount === 1 ? ' book' : ' books'
  }
  document.documentElement.dataset['savedCount'] = `${savedCount}`
  document.dispatchEvent(new Event('readr:list-count'))
}

/** A toggle shows its new state right away. The last one of a book wins. */
function toggle(event: Event): void {
  const form = event.target as HTMLFormElement
  const element = form.closest<HTMLElement>('readr-marks')
  if (!element) return
  event.preventDefault()
  const mark = new FormData(form).get('mark') as string
  const key = keyOf(element, mark)
  const on = !(changed.get(key) ?? element.dataset[mark] === 'true')
  change(key, on)
  sendChange(pendingMark(element.dataset['slug']!, mark, on, Date.now()))
  if (mark === 'read' && on) element.dispatchEvent(new Event('readr:read', { bubbles: true }))
}

/** Shows marks that waited when the page was opened, and takes refused ones back: there is no such book. */
function showOutcome(event: Event): void {
  const { change: sent, isSaved, answer } = (event as CustomEvent<ChangeOutcome>).detail
  if (sent.kind !== 'marks') return
  const on = sent.fields['on'] === 'true'
  if (isSaved) showListCount(answer?.savedCount)
  if (isSaved === false ? changed.get(sent.key) === on : !changed.has(sent.key)) {
    change(sent.key, isSaved === false ? !on : on)
  }
}

/** Makes the marks of all books work without a reload, also of those that are added later. */
export function defineMarks(): void {
  // A page saved for reading offline names the marks that have changed since it was saved.
  const since = JSON.parse(document.documentElement.dataset['marks'] ?? '{}')
  for (const element of document.querySelectorAll<HTMLElement>('readr-marks')) {
    for (const mark in since) changed.set(keyOf(element, mark), since[mark])
  }
  customElements.define(
    'readr-marks',
    class extends HTMLElement {
      // React writes the attributes again when it has loaded new marks.
      static readonly observedAttributes = ['data-saved', 'data-read']
      connectedCallback() {
        show(this)
      }
      attributeChangedCallback() {
        show(this)
      }
    },
  )
  document.addEventListener('submit', toggle)
  document.addEventListener('readr:change-outcome', showOutcome)
  startSending()
}
