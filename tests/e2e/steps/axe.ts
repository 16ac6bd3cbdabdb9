import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { sidewaysRoom } from './scrolling.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules that a theme can break, and rules that a narrow window can break. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']
const NARROW_RULES = ['target-size', 'scrollable-region-focusable']
const NARROW = { width: 320, height: 800 }

/** The violations on the page as it is now, one line each. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // Axe runs in the page itself, which is enough without frames.
  expect(page.frames()).toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const runOnly: axe.RunOnly = rules
    ? { type: 'rule', values: rules }
    : { type: 'tag', values: RULES }
  const broken = await page.evaluate(async (only) => {
    // Describing every element that passes takes longer than checking it.
    const options: axe.RunOptions = { runOnly: only, resultTypes: ['violations'] }
    const found = await (window as unknown as { axe: typeof axe }).axe.run(document, options)
    return found.violations.flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ html, failureSummary }) =>
          `${id} (${help}): ${html.slice(0, 160)} ${failureSummary ?? ''}`,
      ),
    )
  }, runOnly)
  return rules ? broken : [...broken, ...(await namesFromNowhere(page))]
}

/** References to labels and descriptions that do not exist, which axe ignores. */
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

/** Checks the page wide and then narrow, each in light and dark and without sideways scrolling. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const viewport of [page.viewportSize()!, NARROW]) {
    const width = `${viewport.width} px wide`
    await page.setViewportSize(viewport)
    expect(await sidewaysRoom(page), `sideways, ${width}`).toBeLessThanOrEqual(0)
    expect(await violations(page), `in light, ${width}`).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await violations(page, COLOR_RULES), `in dark, ${width}`).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
  }
}

/** Checks a page in both themes and in a narrow window, and restores it. */
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
  // Browsers round fractions of pixels.
  const scrolls = [room, narrowRoom].some((pixels) => pixels > 1)
  expect.soft({ light, dark, narrow, scrolls }, name).toEqual({
    light: [],
    dark: [],
    narrow: [],
    scrolls: false,
  })
}
