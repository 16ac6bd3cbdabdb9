import { createHash } from 'node:crypto'
import script from './voice-player.script.ts?inline-script'

/** The player's script. It is loaded when a reader selects Listen. */
export const VOICE_PLAYER_SCRIPT = script

/** The name of its file, which changes with the content. */
export const VOICE_PLAYER_FILE = `listen-${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`
