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
  [0x20, 0x22],
  [0x24, 0x29],
  [0x2b, 0x3b],
  [0x3f, 0x5a],
  [0x61, 0x7a],
  [0xa0, 0xa0],
  [0xa3, 0xa3],
  [0xa9, 0xa9],
  [0xb7, 0xb7],
  [0xbd, 0xbd],
  [0xe9, 0xe9],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x2191, 0x2191],
  [0x2193, 0x2193],
]
const MORE = [
  [0x23, 0x23],
  [0x2a, 0x2a],
  [0x3c, 0x3e],
  [0x5b, 0x60],
  [0x7b, 0x7e],
  [0xa1, 0xa2],
  [0xa4, 0xa8],
  [0xaa, 0xb6],
  [0xb8, 0xbc],
  [0xbe, 0xe8],
  [0xea, 0x17f],
  [0x2010, 0x2012],
  [0x2015, 0x2015],
  [0x201a, 0x201b],
  [0x201e, 0x201e],
  [0x2030, 0x203a],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2190, 0x2190],
  [0x2192, 0x2192],
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
 * Kerning is for all; ligatures are for text that is read. What is operated does without, and from
 * headlines, whose letters are drawn together, browsers leave them out. Figures of one width are all
 * that Hanken Grotesk has; accents come as letters of their own, never as marks to be placed.
 */
const OPERATED = ['kern']
const READ = ['kern', 'liga']

/**
 * Literata in the two weights that it is set in: lists need one of them, and two files come sooner
 * than one of twice the size. Its large cut is drawn for 72 points, with finer hairlines; headlines
 * need no more.
 */
const faces = [
  ['literata', 'literata-latin-wght-normal', 'literata', { wght: 400 }, READ],
  ['literata', 'literata-latin-wght-normal', 'literata-semibold', { wght: 600 }, READ],
  ['literata', 'literata-latin-opsz-normal', 'literata-display', { wght: 500, opsz: 72 }, OPERATED],
  [
    'hanken-grotesk',
    'hanken-grotesk-latin-wght-normal',
    'hanken-grotesk',
    { wght: { min: 400, max: 600 } },
    OPERATED,
  ],
]

/**
 * For lines that run downwards, and for menus of fonts. The program of one instruction ("prep") and
 * "gasp" stay: without them some systems hint the letters themselves and space them badly.
 */
const UNUSED_TABLES = ['vhea', 'vmtx', 'VVAR', 'STAT']

mkdirSync('app/ui/fonts', { recursive: true })
for (const [family, file, name, axes, features] of faces) {
  const source = readFileSync(`node_modules/@fontsource-variable/${family}/files/${file}.woff2`)
  for (const [suffix, ranges] of [
    ['', COMMON],
    ['-more', MORE],
  ]) {
    const font = await subsetFont(source, lettersOf(ranges), {
      targetFormat: 'woff2',
      variationAxes: axes,
      keepFeatures: features,
      dropTables: UNUSED_TABLES,
    })
    writeFileSync(`app/ui/fonts/${name}${suffix}.woff2`, font)
    console.log(`${name}${suffix}.woff2 ${source.length} -> ${font.length} bytes`)
  }
}
console.log(`unicode-range of the first: ${unicodeRange(COMMON)}`)
console.log(`unicode-range of the second: ${unicodeRange(MORE)}`)
