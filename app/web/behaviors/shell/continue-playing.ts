import { PLAYER_STORAGE_KEY } from '../listen/player-storage-key.ts'
import { loadScript } from '../load-script.ts'

/** Continues what played on the page before this one. */
export function continuePlaying(): void {
  try {
    const player = sessionStorage.getItem(PLAYER_STORAGE_KEY)
    if (player) loadScript(player).catch(() => sessionStorage.removeItem(PLAYER_STORAGE_KEY))
  } catch {
    // The browser stores nothing.
  }
}
