import type { Rest } from '../../../reading/rules/follow-reading.ts'
import { type Place, placeLabel } from '../../../reading/rules/position.ts'
import { queryAll, readingLine } from './article-in-view.ts'

export interface Point extends Rest {
  section: string
  paragraph: number
  /** The share of the paragraph above the reading line, 0 to 1. */
  offset: number
}

interface Block {
  element: HTMLElement
  section: string
  paragraph: number
  heading: HTMLElement | null
  chars: number
}

const blocksByArticle = new WeakMap<HTMLElement, Block[]>()

/** The paragraphs and lists of the text, also those in lists. */
function blocksOf(article: HTMLElement): Block[] {
  const known = blocksByArticle.get(article)
  if (known) return known
  const elements = queryAll<HTMLElement>('.summary-text [id*="_"]', article)
  const blocks = elements.map((element): Block => {
    const [section, paragraph] = element.id.split('_') as [string, string]
    const inner = elements.filter((other) => other !== element && element.contains(other))
    const innerChars = inner.reduce((sum, { textContent }) => sum + textContent.length, 0)
    return {
      element,
      section,
      paragraph: Number(paragraph),
      heading: paragraph === '0' ? article.querySelector<HTMLElement>(`#${section}`) : null,
      chars: element.textContent.length - innerChars,
    }
  })
  blocksByArticle.set(article, blocks)
  return blocks
}

/** The top and height of a block in the window; the first of a section has its heading. */
function boxOf({ element, heading }: Block): { top: number; height: number } {
  const { bottom } = element.getBoundingClientRect()
  const { top } = (heading ?? element).getBoundingClientRect()
  return { top, height: Math.max(1, bottom - top) }
}

const within = (value: number) => Math.min(1, Math.max(0, value))

/**
 * The place at the reading line.
 * @param readable how much of the whole text the article shows, 0 to 1
 * @returns null above the text
 */
export function pointIn(article: HTMLElement, readable: number): Point | null {
  const blocks = blocksOf(article)
  const line = readingLine()
  const at = blocks.findLastIndex((block) => boxOf(block).top <= line)
  const block = blocks[at]
  if (!block) return null
  const start = boxOf(blocks[0]!).top
  const end = blocks.at(-1)!.element.getBoundingClientRect().bottom
  const { top, height } = boxOf(block)
  const offset = within((line - top) / height)
  const charsOf = (some: Block[]) => some.reduce((sum, { chars }) => sum + chars, 0)
  const before = charsOf(blocks.slice(0, at)) + offset * block.chars
  // Once its end is in the window the text was read to the end.
  const part = end <= innerHeight ? 1 : before / Math.max(1, charsOf(blocks))
  return {
    section: block.section,
    paragraph: block.paragraph,
    offset,
    share: within(part) * readable,
    window: (innerHeight / (end - start)) * readable,
    at: Date.now(),
  }
}

/**
 * Scrolls a place to the reading line.
 * @returns its paragraph or list
 */
export function scrollToPlace(article: HTMLElement, place: Place): HTMLElement | undefined {
  const { section, paragraph, offset } = place
  const block = blocksOf(article).find(
    (one) => one.section === section && one.paragraph === paragraph,
  )
  if (!block) return undefined
  const { top, height } = boxOf(block)
  const scroller = article.closest('dialog') ?? document.scrollingElement
  scroller?.scrollBy({ top: top + offset * height - readingLine(), behavior: 'instant' })
  block.element.tabIndex = -1
  return block.element
}

export function placeOf(article: HTMLElement, { section, paragraph, offset }: Point): Place {
  const idea = /^idea-(\d+)/.exec(section)?.[1]
  const heading = article.querySelector(`#${section}`)?.textContent ?? null
  return {
    section,
    paragraph,
    offset,
    label: placeLabel(idea ? Number(idea) : null, heading),
  }
}
