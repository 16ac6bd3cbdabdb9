import type { Page } from '@playwright/test'

/** How far the page is scrolled. */
export function scrollPosition(page: Page): Promise<number> {
  return page.evaluate(() => window.scrollY)
}

/** Jumps to a place of the page, as dragging the scroll bar does. */
export async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
}

/** Waits until the browser has painted what was asked of it. */
export function painted(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

/** How many pixels the page can be moved sideways. */
export function sidewaysRoom(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}
