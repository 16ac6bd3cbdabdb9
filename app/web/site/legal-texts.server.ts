import { readProse } from './prose.server.ts'

const TEXTS = import.meta.glob<string>('./legal/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The text of terms, privacy, or accessibility. */
export const legalText = (name: string) => readProse(TEXTS[`./legal/${name}.md`]!)
