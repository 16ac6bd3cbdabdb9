/**
 * What readers' marks do on pages where the framework does not run. Only pages for somebody who is
 * signed in carry it.
 */
import { sendMark } from './send-mark.ts'

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.dataset['mark']) return
  event.preventDefault()
  void toggle(form)
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
  if (savedCount === 'later') return
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

// A page that was kept shows the marks as they are by now, not as they were then.
const kept = document.documentElement.dataset['marks'] ?? '{}'
for (const [mark, on] of Object.entries(JSON.parse(kept) as Record<string, boolean>)) {
  for (const form of document.querySelectorAll<HTMLFormElement>(`form[data-mark="${mark}"]`)) {
    showOn(form, on)
  }
}
