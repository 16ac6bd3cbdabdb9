import { closest } from '../events.ts'
import { areShortcutsOff, turnShortcuts } from '../shortcuts-off.ts'
import { openHighlights } from './open-highlights.ts'
import { articleInView, currentIdea, headingsOf, queryAll } from './article-in-view.ts'

function step(by: number): void {
  const article = articleInView()
  if (!article) return
  const headings = headingsOf(article)
  const to = headings[Math.max(0, currentIdea(headings) + by)]
  // Instant, so that the next key counts from here.
  to?.scrollIntoView({ behavior: 'instant' })
  to?.focus({ preventScroll: true })
}

function choose(name: string, by: (now: number) => number): void {
  const inputs = queryAll<HTMLInputElement>(`.text-settings input[name=${name}]`, articleInView())
  inputs[by(inputs.findIndex((input) => input.checked))]?.click()
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset
  return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}

export function openShortcuts(): void {
  const sheet = articleInView()?.querySelector<HTMLDialogElement>('dialog[data-shortcuts]')
  const box = sheet?.querySelector<HTMLInputElement>('[data-shortcuts-on]')
  if (box) box.checked = !areShortcutsOff()
  if (sheet && !sheet.open) sheet.showModal()
}

const KEYS: Record<string, () => unknown> = {
  j: () => step(1),
  n: () => step(1),
  k: () => step(-1),
  p: () => step(-1),
  '+': () => choose('size', (now) => now + 1),
  '-': () => choose('size', (now) => now - 1),
  d: () => choose('theme', () => (isDark() ? 1 : 2)),
  s: () => articleInView()?.querySelector<HTMLElement>('[data-share]')?.click(),
  h: () => openHighlights('highlight'),
  a: () => openHighlights('note'),
  '?': openShortcuts,
}

/** Keyboard shortcuts while a summary is open, unless the reader has turned them off. */
export function listenToShortcuts(): void {
  document.addEventListener('change', (event) => {
    const box = closest<HTMLInputElement>(event, '[data-shortcuts-on]')
    if (!box) return
    turnShortcuts(box.checked)
  })
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (closest(event, 'input, textarea, select') || ctrlKey || metaKey || altKey) return
    if (!articleInView() || areShortcutsOff() || !Object.hasOwn(KEYS, key)) return
    if (document.querySelector('dialog[data-shortcuts][open]')) return
    event.preventDefault()
    KEYS[key]!()
  })
}
