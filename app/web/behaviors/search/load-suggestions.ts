import { loadScript } from '../load-script.ts'

export const SUGGESTIONS_SCRIPT = '/scripts/suggestions.js'

let loading: Promise<unknown> | null = null

/** Loads the script that suggests books in the search boxes. They work without it. */
export function loadSuggestions(): void {
  loading ??= loadScript(SUGGESTIONS_SCRIPT).catch(() => {
    loading = null
  })
}
