import { createHash } from 'node:crypto'
import { CHANGES } from '../behaviors/changes/changes-file.server.ts'
import { CHANGES_SCRIPT } from '../behaviors/changes/send-change.ts'
import highlights from '../behaviors/highlights/highlights.script.ts?inline-script'
import audioPlayer from '../behaviors/listen/audio-player.script.ts?inline-script'
import textToSpeech from '../behaviors/listen/text-to-speech.script.ts?inline-script'
import { SUGGESTIONS_SCRIPT } from '../behaviors/search/load-suggestions.ts'
import suggestions from '../behaviors/search/suggestions.script.ts?inline-script'

/** An address that changes with the content. */
const addressOf = (name: string, script: string) =>
  `/scripts/${name}-${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`

/** Loaded at the first selection of a text. */
export const HIGHLIGHTS_SCRIPT = addressOf('notes', highlights)
/** Loaded when a reader selects Listen, and on the pages after that. */
export const AUDIO_PLAYER_SCRIPT = addressOf('play', audioPlayer)
/** Loaded when a reader selects Listen, if the device reads aloud. */
export const TEXT_TO_SPEECH_SCRIPT = addressOf('listen', textToSpeech)

/** The scripts that pages load on demand, by address. */
export const SCRIPTS = new Map([
  [HIGHLIGHTS_SCRIPT, highlights],
  [AUDIO_PLAYER_SCRIPT, audioPlayer],
  [TEXT_TO_SPEECH_SCRIPT, textToSpeech],
  [CHANGES_SCRIPT, CHANGES],
  [SUGGESTIONS_SCRIPT, suggestions],
])
