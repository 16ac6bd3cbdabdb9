import type { Page } from '@playwright/test'

/** Doubles the size of all text, as a browser setting does. */
export async function enlargeText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
}

/** The visible texts that are cut off, except blurbs that end in an ellipsis. */
export function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isTeaser = (element: Element) => getComputedStyle(element).webkitLineClamp !== 'none'
    const isForReadersAloud = ({ width, height }: DOMRect) => width <= 1 || height <= 1
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const owner = node.parentElement!
      if (!node.textContent?.trim() || !owner.checkVisibility({ visibilityProperty: true }))
        continue
      if (owner.closest('script, style, select')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const text = range.getBoundingClientRect()
      for (let box: Element | null = owner; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, clipPath } = getComputedStyle(box)
        const frame = box.getBoundingClientRect()
        if (isTeaser(box) || isForReadersAloud(frame) || clipPath !== 'none') break
        const scrolls = /auto|scroll/.test(`${overflowX} ${overflowY}`)
        if (scrolls) break
        // Text must also fit into a button or a box with a background.
        const holds = overflowX !== 'visible' || box.matches('button, a.button, summary.button')
        if (!holds) continue
        const tolerance = 2
        const outside =
          text.left < frame.left - tolerance ||
          text.right > frame.right + tolerance ||
          text.top < frame.top - tolerance ||
          text.bottom > frame.bottom + tolerance
        if (outside) found.push(`${box.tagName}: ${node.textContent.trim().slice(0, 60)}`)
      }
    }
    return found
  })
}
