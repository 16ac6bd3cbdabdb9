import { RATES } from './player.ts'

/** What a reader has chosen on this device. */
export interface Chosen {
  rate: number
  /** A voice's address; null: the device's own choice. */
  voice: string | null
}

const KEY = 'readr.listen'

/** What was chosen the last time; whatever else is stored there counts as no choice. */
export function chosenBefore(): Chosen {
  try {
    const { rate, voice } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Chosen>
    return {
      rate: RATES.find((known) => known === rate) ?? 1,
      voice: typeof voice === 'string' ? voice : null,
    }
  } catch {
    return { rate: 1, voice: null }
  }
}

/** Keeps a choice; where nothing can be stored it holds for this page. */
export function keepChosen(chosen: Chosen): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen))
  } catch {
    // A browser that stores nothing still reads aloud.
  }
}
