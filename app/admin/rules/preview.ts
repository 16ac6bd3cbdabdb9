import { parseSummary, type Summary } from '../../catalogue/rules/summary/parse.ts'

/** A text in two parts: what everyone may read, and what needs full access. */
export interface FreeAndPaidParts {
  free: Summary
  paid: Summary
}

/** Makes ids unique, because the page has other texts and fields. */
const withIds = (sections: Summary['sections'], prefix: string) =>
  sections.map((section) => ({ ...section, id: `${prefix}-${section.id}` }))

/** A text as readers see it, split at the cut. */
export function freeAndPaidParts(text: string): FreeAndPaidParts {
  const [free, whole] = [parseSummary(text, 'free'), parseSummary(text, 'whole')]
  const last = free.sections.length - 1
  const paid = whole.sections.flatMap((section, i) => {
    if (i !== last) return i > last ? [section] : []
    // The cut can be in the middle of a section.
    const blocks = section.blocks.slice(free.sections[last]!.blocks.length)
    return blocks.length === 0
      ? []
      : [{ ...section, kind: 'intro' as const, heading: null, number: null, blocks }]
  })
  return {
    free: { ...free, sections: withIds(free.sections, 'free') },
    paid: { ...whole, sections: withIds(paid, 'paid') },
  }
}
