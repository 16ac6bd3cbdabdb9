import script from './suggestions.script.ts?inline-script'

/** The script that suggests books in the search boxes. It is loaded when a reader selects one. */
export const SUGGESTIONS = script
