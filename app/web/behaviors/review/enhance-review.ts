import { closest } from '../events.ts'
import { areShortcutsOff } from '../shortcuts-off.ts'

export function fillTimeZone(): void {
  const zone = document.querySelector<HTMLInputElement | HTMLSelectElement>('[data-guess]')
  // After Back or a reload, the browser has put in what the reader chose.
  const isChosen = zone instanceof HTMLSelectElement && !zone.selectedOptions[0]?.defaultSelected
  if (!zone || isChosen) return
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  zone.value = timeZone
  // The server lists another name of the same zone.
  if (zone instanceof HTMLSelectElement && zone.value !== timeZone)
    zone.add(new Option(timeZone.replaceAll('_', ' '), timeZone, true, true))
}

/** Space shows the answer, 1 to 4 grade it. */
export function answerByKeyboard(): void {
  const card = document.querySelector<HTMLDetailsElement>('details.review-answer')
  if (!card) return
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, repeat } = event
    if (ctrlKey || metaKey || altKey || repeat || areShortcutsOff()) return
    if (key === ' ' && !card.open && !closest(event, 'a, button, summary, input')) {
      event.preventDefault()
      card.open = true
    }
    if (card.open) card.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.click()
  })
}
