import { RATES } from './player.ts'

/** What a reader has chosen for listening on this device. */
export interface ListenChoices {
  rate: number
  /** The URI of a voice; null: the device's default. */
  voice: string | null
}

const KEY = 'readr.listen'

/** Loads the last choices. Stored values that are not valid count as not chosen. */
export function loadChoices(): ListenChoices {
  try {
    const { rate, voice } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<ListenChoices>
    return {
      rate: RATES.find((known) => known === rate) ?? 1,
      voice: typeof voice === 'string' ? voice : null,
    }
  } catch {
    return { rate: 1, voice: null }
  }
}

/** Saves the choices. Where the browser stores nothing, they last as long as the page. */
export function saveChoices(choices: ListenChoices): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choices))
  } catch {
    // Listening works without storage.
  }
}
