import type { Page } from '@playwright/test'

/** Fakes a device with two voices. The test ends each sentence. */
export async function giveVoices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said: SpeechSynthesisUtterance[] = []
    const voices = ['Ada', 'Ben'].map((name) => ({ name, voiceURI: name, lang: 'en-US' }))
    const device = Object.assign(new EventTarget(), {
      getVoices: () => voices,
      speaking: true,
      speak: (utterance: SpeechSynthesisUtterance) => said.push(utterance),
      cancel: () => {},
    })
    Object.defineProperty(window, 'speechSynthesis', { value: device })
    // The real one takes no voices but its own.
    class Utterance extends EventTarget {
      voice = null
      rate = 1
      lang = ''
      text: string
      constructor(text: string) {
        super()
        this.text = text
      }
    }
    Object.assign(window, { SpeechSynthesisUtterance: Utterance, said })
  })
}
