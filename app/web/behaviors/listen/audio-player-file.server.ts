import { createHash } from 'node:crypto'
import script from './audio-player.script.ts?inline-script'

/** The player of audio. It is loaded when a reader selects Listen, and on the pages after that. */
export const AUDIO_PLAYER_SCRIPT = script

/** The name of its file, which changes with the content. */
export const AUDIO_PLAYER_FILE = `play-${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`
