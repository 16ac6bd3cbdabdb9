import type { Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { expectAccessible } from './axe.ts'

/** How to bring pages into each of their states. */
export type States = Record<string, (page: Page) => Promise<unknown>>

/**
 * Tests that pages are accessible in each of their states, light and dark, wide and narrow.
 * @param what whose pages they are: 'accounts'
 * @param expected trouble that the states cause on purpose
 */
export function testAccessibility(what: string, states: States, expected: RegExp): void {
  test.describe(`Accessible ${what}`, { tag: '@js' }, () => {
    for (const [name, reach] of Object.entries(states)) {
      test(`${name}, light and dark, wide and narrow`, async ({ page, trouble }) => {
        trouble.expect(expected)
        await reach(page)
        await expectAccessible(page)
      })
    }
  })
}
