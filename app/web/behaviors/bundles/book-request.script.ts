/** The form that asks for a book. */
import { loadSuggestions } from '../search/load-suggestions.ts'

const suggest = (target: unknown) => {
  if (target instanceof HTMLInputElement && target.dataset['suggest'] !== undefined)
    loadSuggestions()
}

document.addEventListener('focusin', ({ target }) => suggest(target))
suggest(document.activeElement)
