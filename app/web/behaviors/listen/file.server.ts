import { createHash } from 'node:crypto'
import script from './listen.script.ts?inline-script'

/** What reads a summary aloud, for who asks for it. */
export const LISTEN_SCRIPT = script

/** Its file's name, which changes with it. */
export const LISTEN_FILE = `listen-${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`
