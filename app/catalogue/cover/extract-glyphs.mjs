/**
 * Extracts the letter outlines that the covers are set in, and writes them as
 * two TypeScript modules (glyphs-serif.ts and glyphs-sans.ts) beside this file.
 *
 * The generated modules are committed, so this script is needed only to change
 * a typeface, its weight or the set of characters. To run it, from a scratch
 * folder that need not be part of the project:
 *
 *   npm install fontkit@2 wawoff2@2 \
 *     @fontsource-variable/newsreader@5 @fontsource-variable/archivo@5
 *   node <path to>/extract-glyphs.mjs            (packages are found from the current folder)
 *
 * Both typefaces are published under the SIL Open Font License 1.1.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(join(process.cwd(), 'package.json'))
const fontkit = require('fontkit')
const { decompress } = require('wawoff2')

const FACES = [
  {
    name: 'serif',
    title: 'Newsreader (display cut, semibold)',
    copyright:
      'Copyright 2020 The Newsreader Project Authors (https://github.com/productiontype/Newsreader)',
    files: ['latin', 'latin-ext'].map(
      (s) => `@fontsource-variable/newsreader/files/newsreader-${s}-standard-normal.woff2`,
    ),
    axes: { opsz: 72, wght: 590 },
  },
  {
    name: 'sans',
    title: 'Archivo (condensed, extra bold)',
    copyright:
      'Copyright 2020 The Archivo Project Authors (https://github.com/Omnibus-Type/Archivo)',
    files: ['latin', 'latin-ext'].map(
      (s) => `@fontsource-variable/archivo/files/archivo-${s}-standard-normal.woff2`,
    ),
    axes: { wght: 760, wdth: 76 },
  },
]

const range = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i))
const KERNED = [...range(0x21, 0x7e), ...'–—‘’“”…']
const CHARACTERS = [...range(0x20, 0x7e), ...range(0xa0, 0x17f), ...'ȘșȚțẞ‐‑–—‘’‚“”„†‡•…‹›€№™−']
const UPM = 1000

/** One outline as compact path data: whole units, y downwards, one string a contour. */
function contours(glyph, scale) {
  const out = []
  let current = ''
  let x = 0
  let y = 0
  let control = null
  const at = (v) => Math.round(v * scale)
  const nums = (...values) => values.map((v, i) => (i > 0 && v >= 0 ? ` ${v}` : `${v}`)).join('')
  for (const { command, args } of glyph.path.commands) {
    const p = args.map((v, i) => (i % 2 ? -at(v) : at(v)))
    if (command === 'moveTo') {
      ;[x, y] = p
      current = `M${nums(x, y)}`
      control = null
    } else if (command === 'lineTo') {
      const [dx, dy] = [p[0] - x, p[1] - y]
      if (dx || dy) current += dx === 0 ? `v${dy}` : dy === 0 ? `h${dx}` : `l${nums(dx, dy)}`
      ;[x, y] = p
      control = null
    } else if (command === 'quadraticCurveTo') {
      // A control point that mirrors the last one may be left out (t instead of q).
      const mirror = control && [2 * x - control[0], 2 * y - control[1]]
      if (mirror && Math.abs(mirror[0] - p[0]) <= 1 && Math.abs(mirror[1] - p[1]) <= 1) {
        current += `t${nums(p[2] - x, p[3] - y)}`
        control = mirror
      } else {
        current += `q${nums(p[0] - x, p[1] - y, p[2] - x, p[3] - y)}`
        control = [p[0], p[1]]
      }
      ;[x, y] = [p[2], p[3]]
    } else if (command === 'bezierCurveTo') {
      current += `c${nums(p[0] - x, p[1] - y, p[2] - x, p[3] - y, p[4] - x, p[5] - y)}`
      ;[x, y] = [p[4], p[5]]
      control = null
    } else if (command === 'closePath') {
      out.push(`${current}z`)
    }
  }
  return out
}

/** The unaccented letter that an accented one may be built on. */
function bases(character) {
  const base = character.normalize('NFD')[0]
  if (base === character) return []
  return base === 'i' ? ['ı', 'i'] : base === 'j' ? ['ȷ', 'j'] : [base]
}

for (const face of FACES) {
  const fonts = []
  for (const file of face.files) {
    const font = Buffer.from(await decompress(readFileSync(require.resolve(file))))
    fonts.push(fontkit.create(font).getVariation(face.axes))
  }
  const scale = UPM / fonts[0].unitsPerEm
  const drawn = new Map()
  for (const character of CHARACTERS) {
    const code = character.codePointAt(0)
    const font = fonts.find((f) => f.hasGlyphForCodePoint(code))
    if (!font) continue
    const glyph = font.glyphForCodePoint(code)
    drawn.set(character, {
      advance: Math.round(glyph.advanceWidth * scale),
      parts: contours(glyph, scale),
    })
  }

  const lines = []
  for (const [character, { advance, parts }] of drawn) {
    const base = bases(character).find((b) =>
      drawn.get(b)?.parts.every((part) => parts.includes(part)),
    )
    const own = base ? parts.filter((part) => !drawn.get(base).parts.includes(part)) : parts
    const entry = [advance, own.join('')]
    if (base) entry.push(base)
    lines.push(`    ${JSON.stringify(character)}: ${JSON.stringify(entry)},`)
  }

  const pairs = []
  for (const left of KERNED) {
    for (const right of KERNED) {
      if (!drawn.has(left) || !drawn.has(right)) continue
      const run = fonts[0].layout(left + right, {
        liga: false,
        clig: false,
        dlig: false,
        calt: false,
      })
      const kern = Math.round((run.positions[0].xAdvance - run.glyphs[0].advanceWidth) * scale)
      if (run.glyphs.length === 2 && Math.abs(kern) >= 6) pairs.push(`${left}${right}${kern}`)
    }
  }

  const top = (letter) =>
    Math.round(fonts[0].glyphForCodePoint(letter.codePointAt(0)).bbox.maxY * scale)
  const foot = (letter) =>
    Math.round(-fonts[0].glyphForCodePoint(letter.codePointAt(0)).bbox.minY * scale)
  writeFileSync(
    join(import.meta.dirname, `glyphs-${face.name}.ts`),
    `// Generated by extract-glyphs.mjs; do not edit by hand.
// Outlines of ${face.title}.
// ${face.copyright}
// Licensed under the SIL Open Font License 1.1 (https://openfontlicense.org).
import type { FaceData } from './face.ts';

/** ${face.title}: outlines in thousandths of an em, y downwards. */
export const ${face.name}: FaceData = {
  cap: ${top('H')},
  ascent: ${top('d')},
  descent: ${foot('p')},
  kerns: ${JSON.stringify(pairs.join(' '))},
  glyphs: {
${lines.join('\n')}
  },
};
`,
  )
  console.log(face.name, drawn.size, 'glyphs', pairs.length, 'pairs')
}
