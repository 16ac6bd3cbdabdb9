/**
 * Makes the web fonts in app/ui/fonts from the packages that carry them: Latin, Latin-1 and
 * Latin Extended-A, common signs, and only the weights that the design uses.
 * Run again after an update: node bin/subset-fonts.mjs
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'

const ranges = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x2010, 0x2027],
  [0x2030, 0x203a],
]
const signs = '€™←→↑↓−×≈≠≤≥✓'
const text = ranges
  .flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)),
  )
  .concat([...signs])
  .join('')

const faces = [
  ['literata', 'literata-latin-wght-normal', 'literata', 400, 700],
  ['hanken-grotesk', 'hanken-grotesk-latin-wght-normal', 'hanken-grotesk', 400, 700],
]

mkdirSync('app/ui/fonts', { recursive: true })
for (const [family, file, name, min, max] of faces) {
  const source = readFileSync(`node_modules/@fontsource-variable/${family}/files/${file}.woff2`)
  const font = await subsetFont(source, text, {
    targetFormat: 'woff2',
    variationAxes: { wght: min === max ? min : { min, max, default: min } },
  })
  writeFileSync(`app/ui/fonts/${name}.woff2`, font)
  console.log(`${name}.woff2 ${source.length} -> ${font.length} bytes`)
}
