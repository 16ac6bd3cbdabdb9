import { loadScript } from '../load-script.ts'
import { showToast } from '../toast.ts'

/** The player's script, once it was asked for. */
let player: Promise<unknown> | null = null

/** Loads the player, and starts it for the article. */
export async function listen(button: HTMLElement): Promise<void> {
  if (!('speechSynthesis' in window)) {
    showToast('This browser can’t read aloud. Try another one, such as Chrome, Edge, or Safari.')
    return
  }
  // iPhones let a page speak only after it has spoken during a tap; the script loads later than that.
  if (!player) speechSynthesis.speak(new SpeechSynthesisUtterance(''))
  player ??= loadScript(button.dataset['listen']!)
  try {
    await player
    button.closest('article')?.dispatchEvent(new Event('readr:listen', { bubbles: true }))
  } catch {
    player = null
    showToast('The player didn’t load. Check your connection and try again.')
  }
}
