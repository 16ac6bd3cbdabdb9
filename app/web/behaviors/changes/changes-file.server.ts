import script from './changes.script.ts?inline-script'

/** The script that sends what readers change. It is loaded at the first change. */
export const CHANGES = script
