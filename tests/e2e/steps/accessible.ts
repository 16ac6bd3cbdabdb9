import type { Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { expectAccessible } from './axe.ts'
import { expectRoomForLargeText } from './text-zoom.ts'

/** How to bring pages into each of their states. */
export type States = Record<string, (page: Page) => Promise<unknown>>

/**
 * Tests that pages are accessible in each of their states, light and dark, wide and narrow, and that
 * no text is cut off when all text is twice as large, also on a phone.
 * @param what whose pages they are: 'accounts'
 * @param expected trouble that the states cause on purpose
 * @param withEllipsis states in which titles end in an ellipsis on a phone
 */
export function testAccessibility(
  what: string,
  states: States,
  expected: RegExp,
  withEllipsis: string[] = [],
): void {
  test.describe(`Accessible ${what}`, { tag: '@js' }, () => {
    for (const [name, reach] of Object.entries(states)) {
      test(`${name}, light and dark, wide and narrow, with large text`, async ({
        page,
        trouble,
      }) => {
        trouble.expect(expected)
        await reach(page)
        await expectAccessible(page)
        await expectRoomForLargeText(page, withEllipsis.includes(name))
      })
    }
  })
}
