/**
 * What readers' marks and places do on pages where the framework does not run, or not yet. Only
 * pages for somebody who is signed in carry it.
 */
import { followReading } from './follow-reading.ts'
import { sendMark } from './send-mark.ts'

const root = document.documentElement
/** The framework is on its way, and handles the forms once it has come. */
const later = document.querySelector('script[data-later], script[type=module]') !== null
/** Longest time that a toggle waits for it; then the form is sent, as without JavaScript. */
const PATIENCE_MS = 1500

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.dataset['mark']) return
  if (root.dataset['ready'] !== undefined) return
  event.preventDefault()
  if (later) {
    const timer = setTimeout(() => form.submit(), PATIENCE_MS)
    document.addEventListener(
      'readr:ready',
      () => {
        clearTimeout(timer)
        form.requestSubmit()
      },
      { once: true },
    )
  } else void toggle(form)
})

/** Shows the mark at once and sends it; what does not get through is silently taken back. */
async function toggle(form: HTMLFormElement): Promise<void> {
  const { slug, mark } = form.dataset as { slug: string; mark: 'saved' | 'read' }
  const on = new FormData(form).get('on') === 'true'
  const same = document.querySelectorAll<HTMLFormElement>(
    `form[data-mark="${mark}"][data-slug="${slug}"]`,
  )
  for (const one of same) showOn(one, on)
  const savedCount = await sendMark(slug, mark, on)
  if (savedCount === null) {
    for (const one of same) showOn(one, !on)
    return
  }
  for (const count of document.querySelectorAll<HTMLElement>('[data-list-count]')) {
    count.hidden = savedCount === 0
    count.firstChild!.textContent = String(savedCount)
    count.lastElementChild!.textContent = savedCount === 1 ? ' book' : ' books'
  }
}

function showOn(form: HTMLFormElement, set: boolean): void {
  const next = form.elements.namedItem('on') as HTMLInputElement
  next.value = String(!set)
  const button = form.querySelector('button')!
  const label = button.querySelector('[data-label]')
  const labels = button.dataset['labels']?.split('|')
  if (label && labels) label.textContent = labels[set ? 1 : 0]!
  button.querySelector('path, circle')?.setAttribute('fill', set ? 'currentColor' : 'none')
}

const article = document.querySelector<HTMLElement>('article[data-place]')
if (article && !later) {
  followReading(
    article,
    JSON.parse(article.dataset['place']!) as Parameters<typeof followReading>[1],
  )
}
