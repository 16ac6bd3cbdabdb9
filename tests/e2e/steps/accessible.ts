import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { expectAccessible } from './axe.ts'
import { sidewaysRoom } from './scrolling.ts'

/** How to bring pages into each of their states. */
export type States = Record<string, (page: Page) => Promise<unknown>>

/**
 * Tests that pages are accessible in each of their states, light and dark, wide and narrow.
 * @param what whose pages they are: 'accounts'
 * @param expected trouble that the states cause on purpose
 */
export function testAccessibility(what: string, states: States, expected: RegExp): void {
  for (const [width, tag] of [
    [1280, '@js'],
    [320, '@phone'],
  ] as const) {
    test.describe(`Accessible ${what} at ${width} px`, { tag }, () => {
      test.use({ viewport: { width, height: 800 } })
      for (const [name, reach] of Object.entries(states)) {
        test(`${name}, light and dark`, async ({ page, trouble }) => {
          trouble.expect(expected)
          await reach(page)
          await expectAccessible(page)
          expect(await sidewaysRoom(page)).toBe(0)
        })
      }
    })
  }
}
