import type { Page } from '@playwright/test'

/** The scroll position in pixels. */
export function scrollPosition(page: Page): Promise<number> {
  return page.evaluate(() => window.scrollY)
}

/** Jumps to a scroll position, as dragging the scroll bar does. */
export async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
}

/** Waits for the next paint. */
export function painted(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

/** How many pixels the page scrolls sideways. */
export async function sidewaysRoom(page: Page): Promise<number> {
  // While pages fade into each other, the browser adds the width of the scroll bar.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect }) => !(effect as KeyframeEffect).pseudoElement?.includes('transition')),
  )
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}
