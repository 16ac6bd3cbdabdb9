import { createHash } from 'node:crypto'
import script from './play.script.ts?inline-script'

/** The player of audio. It is loaded when a reader selects Listen, and on the pages after that. */
export const PLAY_SCRIPT = script

/** The name of its file, which changes with the content. */
export const PLAY_FILE = `play-${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`
