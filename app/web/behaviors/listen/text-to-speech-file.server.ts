import { createHash } from 'node:crypto'
import script from './text-to-speech.script.ts?inline-script'

/** The script that reads aloud with the device's voices. It is loaded when a reader selects Listen. */
export const TEXT_TO_SPEECH_SCRIPT = script

/** The name of its file, which changes with the content. */
export const TEXT_TO_SPEECH_FILE = `listen-${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`
