/**
 * Makes the web fonts in app/web/ui/fonts from the packages that carry them: Latin, Latin-1 and
 * Latin Extended-A, common signs, and only the weights that the design uses. Each in two files: what
 * English pages are written in, and the rest, which comes only to pages that have one of its letters.
 * fonts.css beside them says which letters are in which.
 * Run again after an update: node bin/subset-fonts.mjs
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'

const between = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('')

const ALL = between(0x20, 0x7e) + between(0xa0, 0x17f) + '‐‑‒–—―‘’‚‛“”„•…‰′″‹›€™←↑→↓−≈≠≤≥✓'
const ENGLISH = between(0x20, 0x7e).replace(/[#*<=>[\\\]^_`{|}~]/g, '') + '\u{a0}£©·é–—‘’“”…↑↓'

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
 * need no more. Half a cent and half a mile are for texts.
 */
const faces = [
  {
    family: 'Literata',
    source: 'literata/files/literata-latin-wght-normal',
    name: 'literata',
    weight: '400',
    axes: { wght: 400 },
    features: READ,
    first: ENGLISH + '½',
  },
  {
    family: 'Literata',
    source: 'literata/files/literata-latin-wght-normal',
    name: 'literata-semibold',
    weight: '600',
    axes: { wght: 600 },
    features: READ,
    first: ENGLISH + '½',
  },
  {
    family: 'Literata Display',
    source: 'literata/files/literata-latin-opsz-normal',
    name: 'literata-display',
    weight: '500',
    axes: { wght: 500, opsz: 72 },
    features: OPERATED,
    first: ENGLISH,
  },
  {
    family: 'Hanken Grotesk',
    source: 'hanken-grotesk/files/hanken-grotesk-latin-wght-normal',
    name: 'hanken-grotesk',
    weight: '400 600',
    axes: { wght: { min: 400, max: 600 } },
    features: OPERATED,
    first: ENGLISH,
  },
]

/**
 * For lines that run downwards, for menus of fonts, for marks placed on letters, and widths a second
 * time ("gvar" has them). "GDEF" also says how kerning changes with the weight: at 600 by 3 thousandths
 * of an em in the mean and 37 at most, for a tenth of the file. The program of one instruction ("prep")
 * and "gasp" stay: without them some systems hint the letters themselves and space them badly.
 */
const UNUSED_TABLES = ['vhea', 'vmtx', 'VVAR', 'STAT', 'GDEF', 'HVAR']

/** `U+0020-0022, U+0024`: what a `unicode-range` says of these letters. */
function unicodeRange(letters) {
  const codes = [...new Set(letters)]
    .map((letter) => letter.codePointAt(0))
    .toSorted((a, b) => a - b)
  const ranges = []
  for (const code of codes) {
    const last = ranges.at(-1)
    if (last?.to === code - 1) last.to = code
    else ranges.push({ from: code, to: code })
  }
  const hex = (code) => code.toString(16).toUpperCase()
  return ranges.map(({ from, to }) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join(', ')
}

mkdirSync('app/web/ui/fonts', { recursive: true })
const rules = ['/* Written by bin/subset-fonts.mjs. */']
for (const { family, source, name, weight, axes, features, first } of faces) {
  const whole = readFileSync(`node_modules/@fontsource-variable/${source}.woff2`)
  const rest = [...ALL].filter((letter) => !first.includes(letter)).join('')
  for (const [file, letters] of [
    [name, first],
    [`${name}-more`, rest],
  ]) {
    const font = await subsetFont(whole, letters, {
      targetFormat: 'woff2',
      variationAxes: axes,
      keepFeatures: features,
      dropTables: UNUSED_TABLES,
    })
    writeFileSync(`app/web/ui/fonts/${file}.woff2`, font)
    console.log(`${file}.woff2 ${whole.length} -> ${font.length} bytes`)
    rules.push(
      [
        '@font-face {',
        `  font-family: '${family}';`,
        `  src: url('./${file}.woff2') format('woff2');`,
        `  font-weight: ${weight};`,
        '  font-display: optional;',
        `  unicode-range: ${unicodeRange(letters)};`,
        '}',
      ].join('\n'),
    )
  }
}
writeFileSync('app/web/ui/fonts/fonts.css', `${rules.join('\n')}\n`)
