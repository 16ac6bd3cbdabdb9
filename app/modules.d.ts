/** A small TypeScript file as the text of a classic script (bin/inline-script.ts). */
declare module '*?inline-script' {
  const source: string
  export default source
}
