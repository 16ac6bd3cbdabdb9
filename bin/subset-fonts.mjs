/**
 * Writes the web fonts and fonts.css in app/web/ui/fonts: Latin, Latin-1, Latin Extended-A, and
 * common symbols, in the weights of the design. Each font has two files: the characters of English
 * pages, and the rest, which browsers load only if a page needs it.
 * Run this after an update of the font packages: node bin/subset-fonts.mjs
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'

const between = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('')

const ALL = between(0x20, 0x7e) + between(0xa0, 0x17f) + '‐‑‒–—―‘’‚‛“”„•…‰′″‹›€™←↑→↓−≈≠≤≥✓'
const ENGLISH = between(0x20, 0x7e).replace(/[#*<=>[\\\]^_`{|}~]/g, '') + '\u{a0}£©·é–—‘’“”…↑↓'

/** Ligatures only for running text; controls and headlines, which are letter-spaced, do not use them. */
const CONTROLS = ['kern']
const RUNNING_TEXT = ['kern', 'liga']

/** Literata has one file for each weight, because lists need only one. Its display cut is for 72 points. */
const faces = [
  {
    family: 'Literata',
    source: 'literata/files/literata-latin-wght-normal',
    name: 'literata',
    weight: '400',
    axes: { wght: 400 },
    features: RUNNING_TEXT,
    first: ENGLISH + '½',
  },
  {
    family: 'Literata',
    source: 'literata/files/literata-latin-wght-normal',
    name: 'literata-semibold',
    weight: '600',
    axes: { wght: 600 },
    features: RUNNING_TEXT,
    first: ENGLISH + '½',
  },
  {
    family: 'Literata Display',
    source: 'literata/files/literata-latin-opsz-normal',
    name: 'literata-display',
    weight: '500',
    axes: { wght: 500, opsz: 72 },
    features: CONTROLS,
    first: ENGLISH,
  },
  {
    family: 'Hanken Grotesk',
    source: 'hanken-grotesk/files/hanken-grotesk-latin-wght-normal',
    name: 'hanken-grotesk',
    weight: '400 600',
    axes: { wght: { min: 400, max: 600 } },
    features: CONTROLS,
    first: ENGLISH,
  },
]

/**
 * Vertical layout, font menus, combining marks, and duplicate widths ("gvar" has them). "GDEF" also
 * varies kerning by weight, by 3 thousandths of an em on average, for a tenth of the file. Keep
 * "prep" and "gasp": without them, some systems hint the letters and space them badly.
 */
const UNUSED_TABLES = ['vhea', 'vmtx', 'VVAR', 'STAT', 'GDEF', 'HVAR']

/** The `unicode-range` of these letters, such as `U+0020-0022, U+0024`. */
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
