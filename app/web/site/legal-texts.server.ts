import { readProse } from './prose.server.ts'

const TEXTS = import.meta.glob<string>('./legal/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The text of /terms, /privacy, or /accessibility. */
export const legalText = (path: string) => readProse(TEXTS[`./legal${path}.md`]!)
