/** A small TypeScript file as the text of a classic script (bin/inline-script.ts). */
declare module '*?inline-script' {
  const source: string
  export default source
}
/** The bytes of a file in base64 (bin/inline-bytes.ts). */
declare module '*?inline-bytes' {
  const base64: string
  export default base64
}
/** The letters that covers are set in (bin/typefaces.ts). */
declare module 'virtual:typefaces' {
  import type { Typeface } from '#packages/covers/typeface.ts'
  export const serif: Typeface
  export const sans: Typeface
}
/** What the service worker keeps of the shell, and by which build (bin/service-worker.ts). */
declare module 'virtual:shell' {
  export const SHELL: { url: string; revision: string | null }[]
  export const BUILD: string
}
