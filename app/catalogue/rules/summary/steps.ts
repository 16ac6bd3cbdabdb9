import type { Block, Line } from './parse.ts'

export interface Steps {
  kind: 'steps'
  start: number
  /** `at` is the index of the heading among the blocks of the section. */
  items: { heading: Line; at: number; blocks: Block[] }[]
}

const isHeading = (block: Block | undefined) =>
  block?.kind === 'list' && block.ordered && block.items.length === 1

/** Joins each numbered line that paragraphs follow with these paragraphs. */
export function withSteps(blocks: Block[]): (Block | Steps)[] {
  const first = blocks.findIndex((block, i) => isHeading(block) && i < blocks.length - 1)
  if (first === -1) return blocks
  const steps: Steps = { kind: 'steps', start: 0, items: [] }
  for (const [i, block] of blocks.slice(first).entries()) {
    if (block.kind === 'list' && isHeading(block)) {
      if (steps.items.length === 0) steps.start = block.start
      steps.items.push({ heading: block.items[0]!, at: first + i, blocks: [] })
    } else steps.items.at(-1)!.blocks.push(block)
  }
  return [...blocks.slice(0, first), steps]
}
