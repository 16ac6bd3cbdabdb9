import { buildSelect, withLabel } from './player-bar.ts'

/** Offers the device's voices, if there is more than one. */
export function buildVoiceChoice(chosen: string | null, choose: (voice: string | null) => void) {
  const voices = buildSelect([], '', (value) => choose(value || null))
  const element = withLabel('Voice', voices)
  return {
    element,
    offer(offered: SpeechSynthesisVoice[]): void {
      element.hidden = offered.length < 2
      voices.replaceChildren(
        new Option('Device default', ''),
        ...offered.map(
          ({ name, voiceURI }) => new Option(name, voiceURI, false, voiceURI === chosen),
        ),
      )
    },
  }
}
