import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { sidewaysRoom } from './scrolling.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that another theme can break, and those that a narrow window can. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']
const NARROW_RULES = ['target-size', 'scrollable-region-focusable']
const NARROW = { width: 320, height: 800 }

/** What is wrong with a page as it is shown now, one line each. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // No page has frames: one run in the page sees all of it. The other way opens a page each time.
  expect(page.frames()).toHaveLength(1)
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations: found } = await (rules ? axe.withRules(rules) : axe.withTags(RULES)).analyze()
  const broken = found.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
  )
  return rules ? broken : [...broken, ...(await namesFromNowhere(page))]
}

/** What is named or described by something that is not in the page; axe passes over it. */
function namesFromNowhere(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    ['aria-labelledby', 'aria-describedby'].flatMap((attribute) =>
      [...document.querySelectorAll(`[${attribute}]`)]
        .filter((element) =>
          element
            .getAttribute(attribute)!
            .split(/\s+/)
            .some((id) => !document.getElementById(id)),
        )
        .map((element) => `${attribute} leads nowhere: ${element.outerHTML.slice(0, 160)}`),
    ),
  )
}

/** The page in light and dark, as it is. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violations(page), 'in light').toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page, COLOR_RULES), 'in dark').toEqual([])
}

/** Looks at a page of a walk in both themes and in a narrow window, and leaves it as it was. */
export async function look(page: Page, name: string): Promise<void> {
  const wide = page.viewportSize()!
  const room = await sidewaysRoom(page)
  const light = await violations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await violations(page, COLOR_RULES)
  await page.setViewportSize(NARROW)
  const narrow = await violations(page, NARROW_RULES)
  const narrowRoom = await sidewaysRoom(page)
  await page.setViewportSize(wide)
  await page.emulateMedia({ colorScheme: 'light' })
  // A fraction of a pixel may be counted as a whole one.
  const scrolls = [room, narrowRoom].some((pixels) => pixels > 1)
  expect.soft({ light, dark, narrow, scrolls }, name).toEqual({
    light: [],
    dark: [],
    narrow: [],
    scrolls: false,
  })
}
