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

/** The large cut of Literata: drawn for 72 points, with finer hairlines. Headlines need no more. */
const faces = [
  ['literata', 'literata-latin-wght-normal', 'literata', { wght: { min: 400, max: 700 } }],
  ['literata', 'literata-latin-opsz-normal', 'literata-display', { wght: 500, opsz: 72 }],
  [
    'hanken-grotesk',
    'hanken-grotesk-latin-wght-normal',
    'hanken-grotesk',
    { wght: { min: 400, max: 700 } },
  ],
]

mkdirSync('app/ui/fonts', { recursive: true })
for (const [family, file, name, axes] of faces) {
  const source = readFileSync(`node_modules/@fontsource-variable/${family}/files/${file}.woff2`)
  const font = await subsetFont(source, text, {
    targetFormat: 'woff2',
    variationAxes: axes,
  })
  writeFileSync(`app/ui/fonts/${name}.woff2`, font)
  console.log(`${name}.woff2 ${source.length} -> ${font.length} bytes`)
}
