/** A small TypeScript file as the text of a classic script (bin/inline-script.ts). */
declare module '*?inline-script' {
  const source: string
  export default source
}
/** A file as a data URL, by Vite. */
declare module '*?url&inline' {
  const url: string
  export default url
}
/** The letters that covers are set in (bin/typefaces.ts). */
declare module 'virtual:typefaces' {
  import type { Typeface } from '#packages/covers/typeface.ts'
  export const serif: Typeface
  export const sans: Typeface
}
