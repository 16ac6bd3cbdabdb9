import { isStarted, startScript } from './start-script.ts'

/** Loads the player of the book's audio, or of the device's voice, and starts it. */
export function startListening(button: HTMLElement): void {
  const src = button.dataset['listen']!
  // iPhones let only an element play later that has played during a tap …
  const detail = new Audio('/silence.wav')
  detail.play().catch(() => {})
  // … and a page speak only after it has spoken during one.
  if (!isStarted(src)) window.speechSynthesis?.speak(new SpeechSynthesisUtterance(''))
  void startScript(
    src,
    button,
    new CustomEvent('readr:listen', { bubbles: true, detail }),
    'The player didn’t load. Please try again.',
  )
}
