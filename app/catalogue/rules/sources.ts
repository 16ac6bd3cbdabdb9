/** The beginnings of sources, and the headings above them. */
const MARKS = [
  ['Consulted: ', 'Consulted'],
  ['Further reading: ', 'Further reading'],
] as const

/** The sources of a summary by their headings; null: without a heading. */
export function sourceGroups(sources: string[]): { heading: string | null; items: string[] }[] {
  const others = sources.filter((source) => !MARKS.some(([mark]) => source.startsWith(mark)))
  return [
    ...MARKS.map(([mark, heading]) => ({
      heading,
      items: sources.flatMap((one) => (one.startsWith(mark) ? [one.slice(mark.length)] : [])),
    })),
    { heading: null, items: others },
  ].filter(({ items }) => items.length > 0)
}

/** The address in a text such as the name of an edition, if any. */
export const addressIn = (text: string) => /https:\/\/[^\s,;)]+/.exec(text)?.[0]
