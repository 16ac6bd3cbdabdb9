/**
 * Makes the web fonts in app/ui/fonts from the packages that carry them: Latin, Latin-1 and
 * Latin Extended-A, common signs, and only the weights that the design uses. Each in two files;
 * app.css says which letters are in which.
 * Run again after an update: node bin/subset-fonts.mjs
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'

/** What English pages are written in; the rest comes only to pages that have one of its letters. */
const COMMON = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xa3, 0xa3],
  [0xa9, 0xa9],
  [0xb7, 0xb7],
  [0xbd, 0xbd],
  [0xe9, 0xe9],
  [0x2010, 0x2015],
  [0x2018, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x2190, 0x2193],
]
const MORE = [
  [0xa1, 0xa2],
  [0xa4, 0xa8],
  [0xaa, 0xb6],
  [0xb8, 0xbc],
  [0xbe, 0xe8],
  [0xea, 0x17f],
  [0x2030, 0x203a],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2212, 0x2212],
  [0x2248, 0x2248],
  [0x2260, 0x2265],
  [0x2713, 0x2713],
]
const lettersOf = (ranges) =>
  ranges
    .flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)),
    )
    .join('')
const hex = (code) => code.toString(16).toUpperCase().padStart(4, '0')
const unicodeRange = (ranges) =>
  ranges.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join(', ')

/**
 * Literata in the two weights that it is set in: lists need one of them, and two files come sooner
 * than one of twice the size. Its large cut is drawn for 72 points, with finer hairlines; headlines
 * need no more.
 */
const faces = [
  ['literata', 'literata-latin-wght-normal', 'literata', { wght: 400 }],
  ['literata', 'literata-latin-wght-normal', 'literata-semibold', { wght: 600 }],
  ['literata', 'literata-latin-opsz-normal', 'literata-display', { wght: 500, opsz: 72 }],
  [
    'hanken-grotesk',
    'hanken-grotesk-latin-wght-normal',
    'hanken-grotesk',
    { wght: { min: 400, max: 700 } },
  ],
]

/** What browsers apply by themselves, and the figures of columns; no other set of figures or letters. */
const FEATURES = 'calt ccmp clig kern liga locl mark mkmk rclt rlig rvrn tnum'.split(' ')

mkdirSync('app/ui/fonts', { recursive: true })
for (const [family, file, name, axes] of faces) {
  const source = readFileSync(`node_modules/@fontsource-variable/${family}/files/${file}.woff2`)
  for (const [suffix, ranges] of [
    ['', COMMON],
    ['-more', MORE],
  ]) {
    const font = await subsetFont(source, lettersOf(ranges), {
      targetFormat: 'woff2',
      variationAxes: axes,
      keepFeatures: FEATURES,
    })
    writeFileSync(`app/ui/fonts/${name}${suffix}.woff2`, font)
    console.log(`${name}${suffix}.woff2 ${source.length} -> ${font.length} bytes`)
  }
}
console.log(`unicode-range of the first: ${unicodeRange(COMMON)}`)
console.log(`unicode-range of the second: ${unicodeRange(MORE)}`)
