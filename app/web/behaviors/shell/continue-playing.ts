import { PLAYER } from '../listen/playing.ts'
import { loadScript } from '../load-script.ts'

/** Continues what played on the page before this one. */
export function continuePlaying(): void {
  try {
    const player = sessionStorage.getItem(PLAYER)
    if (player) loadScript(player).catch(() => sessionStorage.removeItem(PLAYER))
  } catch {
    // The browser stores nothing.
  }
}
