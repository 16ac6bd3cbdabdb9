import { SPEEDS } from './speech-queue.ts'

export interface ListeningSettings {
  rate: number
  /** The URI of a voice; null: the device's default. */
  voice: string | null
}

const KEY = 'readr.listen'

/** Loads the last choices. Stored values that are not valid count as not chosen. */
export function loadListeningSettings(): ListeningSettings {
  try {
    const { rate, voice } = JSON.parse(
      localStorage.getItem(KEY) ?? '{}',
    ) as Partial<ListeningSettings>
    return {
      rate: SPEEDS.find((known) => known === rate) ?? 1,
      voice: typeof voice === 'string' ? voice : null,
    }
  } catch {
    return { rate: 1, voice: null }
  }
}

/** Saves the choices. Where the browser stores nothing, they last as long as the page. */
export function saveListeningSettings(choices: ListeningSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choices))
  } catch {
    // Listening works without storage.
  }
}
