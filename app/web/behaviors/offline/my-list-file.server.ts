import script from './my-list.script.ts?inline-script'

/** The script of My List for pages that the framework navigates to. */
export const MY_LIST = script
