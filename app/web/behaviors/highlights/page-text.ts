import { queryAll } from '../summary/article-in-view.ts'

/** A part of a line inside one element: highlights are split there. */
interface Run {
  start: number
  end: number
}

/** A line of the text as the page shows it. Positions are those of the reading text. */
export interface PageLine extends Run {
  element: HTMLElement
  runs: Run[]
}

export interface PageText {
  text: string
  lines: PageLine[]
}

const textNodes = (within: Node) => {
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  while (walker.nextNode()) nodes.push(walker.currentNode as Text)
  return nodes
}

function runsOf(element: HTMLElement, start: number): Run[] {
  const runs: (Run & { parent: Element })[] = []
  let at = start
  for (const { data, parentElement } of textNodes(element)) {
    const parent = parentElement!.closest(':not(mark)')!
    const end = at + data.length
    const before = runs.at(-1)
    if (before?.parent === parent) before.end = end
    else if (data) runs.push({ start: at, end, parent })
    at = end
  }
  return runs
}

export function pageTextOf(article: HTMLElement): PageText {
  let text = ''
  const lines = queryAll<HTMLElement>('.summary-text [data-start]', article).map((element) => {
    const start = Number(element.dataset['start'])
    const { textContent } = element
    // Between lines are line breaks and headings, which the page shows with their numbers.
    const room = start - text.length
    const heading = element.closest('section')?.querySelector('h2')?.textContent ?? ''
    const between = room > 1 ? `${text && '\n'}${heading.slice((text ? 2 : 1) - room)}\n` : '\n'
    if (room > 0) text += between.slice(-room).padStart(room)
    text += textContent
    const end = start + textContent.length
    return { element, start, end, runs: runsOf(element, start) }
  })
  return { text, lines }
}

function lengthBefore({ element }: PageLine, node: Node, offset: number): number {
  const range = document.createRange()
  range.setStart(element, 0)
  range.setEnd(node, offset)
  return range.toString().length
}

/** The selected part of the text, without the spaces at its ends; null: nothing is selected in it. */
export function selectedPart({ text, lines }: PageText): Run | null {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const touched = lines.filter(({ element }) => range.intersectsNode(element))
  const [first, last] = [touched[0], touched.at(-1)]
  if (!first || !last) return null
  const { startContainer, startOffset, endContainer, endOffset } = range
  const from = first.element.contains(startContainer)
    ? first.start + lengthBefore(first, startContainer, startOffset)
    : first.start
  const to = last.element.contains(endContainer)
    ? last.start + lengthBefore(last, endContainer, endOffset)
    : last.end
  const part = text.slice(from, to)
  const start = from + (part.length - part.trimStart().length)
  const end = from + part.trimEnd().length
  return start < end ? { start, end } : null
}

/** Where a part of the text is in the window. */
export function boxesOf({ lines }: PageText, start: number, end: number): DOMRect[] {
  return lines
    .filter((line) => line.start < end && line.end > start)
    .flatMap((line) => {
      const range = document.createRange()
      range.selectNodeContents(line.element)
      let at = line.start
      for (const node of textNodes(line.element)) {
        const { length } = node
        if (start > at && start < at + length) range.setStart(node, start - at)
        if (end > at && end < at + length) range.setEnd(node, end - at)
        at += length
      }
      return [...range.getClientRects()].filter(({ width }) => width > 0)
    })
}

export function replaceText(line: PageLine, contents: (string | Node)[][]): void {
  const { element } = line
  const comments = document.createTreeWalker(element, NodeFilter.SHOW_COMMENT)
  const written: Comment[] = []
  while (comments.nextNode()) written.push(comments.currentNode as Comment)
  for (const comment of written) comment.remove()
  for (const mark of queryAll('mark', element)) mark.replaceWith(...mark.childNodes)
  element.normalize()
  for (const [i, node] of textNodes(element).entries()) node.replaceWith(...(contents[i] ?? [node]))
}
