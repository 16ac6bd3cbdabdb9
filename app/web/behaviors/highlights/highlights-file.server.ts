import { createHash } from 'node:crypto'
import script from './highlights.script.ts?inline-script'

/** The script for highlights. Readers' browsers load it at the first selection. */
export const HIGHLIGHTS_SCRIPT = script

/** The name of its file, which changes with the content. */
export const HIGHLIGHTS_FILE = `notes-${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`
