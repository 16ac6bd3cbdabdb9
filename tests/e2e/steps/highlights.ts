import type { Locator, Page } from '@playwright/test'

/** Where a line and a number of characters in it are. */
type Place = [line: number, offset: number]

/** Selects text as a script can; lines count from 0. */
export const selectText = (page: Page, from: Place, to: Place): Promise<void> =>
  page.evaluate(
    ([start, end]) => {
      const lines = [...document.querySelectorAll('.summary-text [data-start]')]
      const pointAt = ([line, offset]: Place): [Node, number] => {
        const walker = document.createTreeWalker(lines[line]!, NodeFilter.SHOW_TEXT)
        let left = offset
        while (walker.nextNode()) {
          const { length } = walker.currentNode as Text
          if (left <= length) return [walker.currentNode, left]
          left -= length
        }
        return [lines[line]!, lines[line]!.childNodes.length]
      }
      getSelection()!.setBaseAndExtent(...pointAt(start!), ...pointAt(end!))
    },
    [from, to] as const,
  )

export const toolbar = (page: Page): Locator =>
  page.getByRole('region', { name: /^(?:Selected text|Highlight)$/ })

/** The highlighted lines as markup, without what only the server's renderer writes. */
export const highlightedLines = (page: Page): Promise<string[]> =>
  page
    .locator('.summary-text [data-start]:has(mark)')
    .evaluateAll((lines) => lines.map(({ innerHTML }) => innerHTML.replace(/<!--.*?-->/g, '')))
