export function textRange(element: Element, start: number, end: number): Range {
  const range = document.createRange()
  range.selectNodeContents(element)
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let at = 0
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { length } = node as Text
    if (start >= at && start < at + length) range.setStart(node, start - at)
    if (end > at && end <= at + length) range.setEnd(node, end - at)
    at += length
  }
  return range
}
