import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importFolder } from '#app/catalogue/service/import-folder.server.ts'
import { forgetCatalogueVersion } from '#app/catalogue/service/version.server.ts'
import { ASK_FIGURES_FILE, askFigures } from '../../eval/ask.ts'
import { type Figures, FIGURES_FILE, figuresOf, judgedQueries } from '../../eval/search.ts'
import { emptyCatalogue } from './books.ts'

/** In points: texts and the ranking change a little. */
const TOLERANCE = 2

test('searches and questions are answered as well as they were measured (npm run eval -- search --save, and ask)', async () => {
  await emptyCatalogue()
  await importFolder('content', () => {})
  forgetCatalogueVersion()
  expectAsGood(await figuresOf(judgedQueries()), FIGURES_FILE)
  expectAsGood(await askFigures(), ASK_FIGURES_FILE)
})

function expectAsGood(measured: Figures, file: string): void {
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Figures
  expect(Object.keys(measured)).toEqual(Object.keys(kept))
  const worse = Object.entries(kept).flatMap(([kind, figures]) =>
    Object.entries(figures).flatMap(([name, figure]) => {
      const isBetterLow = name === 'no result' && !kind.endsWith('nothing answers it')
      const change = (measured[kind]![name]! - figure) * (isBetterLow ? -1 : 1)
      return change < -TOLERANCE ? [`${kind}: ${name} ${figure} → ${measured[kind]![name]}`] : []
    }),
  )
  expect(worse).toEqual([])
}
