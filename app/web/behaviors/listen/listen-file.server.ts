import { createHash } from 'node:crypto'
import script from './listen.script.ts?inline-script'

/** The player's script. It is loaded when a reader selects Listen. */
export const LISTEN_SCRIPT = script

/** The name of its file, which changes with the content. */
export const LISTEN_FILE = `listen-${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`
