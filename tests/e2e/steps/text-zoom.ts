import { expect, type Page } from '@playwright/test'
import { painted, sidewaysRoom } from './scrolling.ts'

const DESKTOP = { width: 1280, height: 800 }
const NARROW = { width: 320, height: 800 }

/** Doubles the size of all text, as a browser setting does. */
async function enlargeText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
}

/** Makes the browser that of a narrow phone, without loading the page again. */
async function becomePhone(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const phone = { ...NARROW, deviceScaleFactor: 1, mobile: true }
  await session.send('Emulation.setDeviceMetricsOverride', phone)
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
}

/** The visible texts that are cut off, except blurbs that end in an ellipsis. */
function clippedTexts(page: Page): Promise<string[]> {
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

/**
 * Checks that text of twice the size has room, in a wide window and then on a phone.
 * @param endsInEllipsis whether titles on the page end in an ellipsis on a phone
 */
export async function expectRoomForLargeText(page: Page, endsInEllipsis: boolean): Promise<void> {
  await page.setViewportSize(DESKTOP)
  await enlargeText(page)
  await painted(page)
  expect(await clippedTexts(page), 'cut off, wide').toEqual([])
  expect(await sidewaysRoom(page), 'sideways, wide').toBeLessThanOrEqual(0)
  await becomePhone(page)
  await painted(page)
  if (!endsInEllipsis) expect(await clippedTexts(page), 'cut off on a phone').toEqual([])
  expect(await sidewaysRoom(page), 'sideways on a phone').toBeLessThanOrEqual(0)
}
