import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Font, Glyph as FontGlyph } from 'fontkit'
import type { Plugin } from 'vite'
import type { Glyph, Typeface } from '../packages/covers/typeface.ts'

const MODULE = 'virtual:typefaces'

/** Both use the SIL Open Font License 1.1 (packages/covers/OFL.txt). */
const TYPEFACES = {
  serif: { name: 'newsreader', axes: { opsz: 72, wght: 590 } },
  sans: { name: 'archivo', axes: { wght: 760, wdth: 76 } },
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i))
const CHARACTERS = [...range(0x20, 0x7e), ...range(0xa0, 0x17f), ...'ȘșȚțẞ‐‑–—‘’‚“”„†‡•…‹›€№™−']
const KERNED = [...range(0x21, 0x7e), ...'–—‘’“”…']
/** Smaller corrections, in thousandths of an em, are invisible. */
const MIN_KERN = 6
/** Covers place every letter separately. */
const NO_LIGATURES = { liga: false, clig: false, dlig: false, calt: false }

const require = createRequire(import.meta.url)

/**
 * Provides the fonts of covers as a module: `import { serif } from 'virtual:typefaces'`. The font
 * files are read at build time, so the server needs neither them nor a font library.
 */
export function typefaces(): Plugin {
  return {
    name: 'typefaces',
    resolveId: (source) => (source === MODULE ? `\0${MODULE}` : null),
    load(id) {
      if (id !== `\0${MODULE}`) return null
      return (code ??= cachedModule())
    },
  }
}

/** Shared, because each test project has its own plugin. */
let code: Promise<string> | undefined

/** Reading the fonts takes half a second, so the module is kept until its inputs change. */
async function cachedModule(): Promise<string> {
  const root = join(import.meta.dirname, '..')
  const inputs = ['package-lock.json', 'bin/typefaces.ts'].map((file) => readFile(join(root, file)))
  const hash = createHash('sha256').update(Buffer.concat(await Promise.all(inputs)))
  const file = join(root, `node_modules/.cache/typefaces/${hash.digest('hex')}.js`)
  if (existsSync(file)) return readFile(file, 'utf8')
  const written = await writeModule()
  await mkdir(dirname(file), { recursive: true })
  // Test processes that run at the same time read whole files only.
  await writeFile(`${file}.${process.pid}`, written)
  await rename(`${file}.${process.pid}`, file)
  return written
}

async function writeModule(): Promise<string> {
  let written = ''
  for (const [variable, { name, axes }] of Object.entries(TYPEFACES)) {
    // One after the other: the next conversion overwrites the memory of the last one's result.
    const typeface = readTypeface(await openFonts(name, axes))
    written += `export const ${variable} = JSON.parse(${JSON.stringify(JSON.stringify(typeface))})\n`
  }
  return written
}

async function openFonts(name: string, axes: Record<string, number>): Promise<[Font, Font]> {
  const { create } = await import('fontkit')
  const { convert } = require('fontverter') as {
    convert(font: Buffer, format: 'truetype'): Promise<Buffer>
  }
  const open = async (letters: string) => {
    const file = require.resolve(
      `@fontsource-variable/${name}/files/${name}-${letters}-standard-normal.woff2`,
    )
    // fontkit needs an uncompressed font for variations.
    const font = create(await convert(await readFile(file), 'truetype'))
    if (!('getVariation' in font)) throw new Error(`${file} contains several fonts`)
    return font.getVariation(axes)
  }
  return [await open('latin'), await open('latin-ext')]
}

function readTypeface(fonts: [Font, Font]): Typeface {
  const [basic] = fonts
  const toThousandths = (units: number) => Math.round((units * 1000) / basic.unitsPerEm)
  const outlines = new Map<string, { advance: number; contours: string[] }>()
  for (const character of CHARACTERS) {
    const code = character.codePointAt(0)!
    const glyph = fonts.find((font) => font.hasGlyphForCodePoint(code))?.glyphForCodePoint(code)
    if (!glyph) continue
    const advance = toThousandths(glyph.advanceWidth)
    outlines.set(character, { advance, contours: contoursOf(glyph, toThousandths) })
  }
  const glyphs: Record<string, Glyph> = {}
  for (const [character, { advance, contours }] of outlines) {
    const base = baseLetters(character).find((letter) =>
      outlines.get(letter)?.contours.every((contour) => contours.includes(contour)),
    )
    const inBase = base ? outlines.get(base)!.contours : []
    const outline = contours.filter((contour) => !inBase.includes(contour)).join('')
    glyphs[character] = { advance, outline, ...(base && { base }) }
  }
  const boxOf = (letter: string) => basic.glyphForCodePoint(letter.codePointAt(0)!).bbox
  return {
    cap: toThousandths(boxOf('H').maxY),
    descent: toThousandths(-boxOf('p').minY),
    kerns: readKerns(
      basic,
      KERNED.filter((character) => outlines.has(character)),
      toThousandths,
    ),
    glyphs,
  }
}

function baseLetters(character: string): string[] {
  const base = character.normalize('NFD')[0]!
  if (base === character) return []
  return base === 'i' ? ['ı', 'i'] : base === 'j' ? ['ȷ', 'j'] : [base]
}

function readKerns(
  font: Font,
  letters: string[],
  toThousandths: (units: number) => number,
): Record<string, number> {
  const kerns: Record<string, number> = {}
  for (const left of letters) {
    const pairs = letters.map((right) => left + right)
    const { glyphs, positions } = font.layout(pairs.join(''), NO_LIGATURES)
    for (const [i, pair] of pairs.entries()) {
      const kern = toThousandths(positions[2 * i]!.xAdvance - glyphs[2 * i]!.advanceWidth)
      if (Math.abs(kern) >= MIN_KERN) kerns[pair] = kern
    }
  }
  return kerns
}

type Point = [x: number, y: number]

function contoursOf(glyph: FontGlyph, toThousandths: (units: number) => number): string[] {
  const contours: string[] = []
  let contour = ''
  let [x, y] = [0, 0]
  // The reflected control point, which SVG's `t` command uses.
  let mirror: Point | null = null
  for (const { command, args } of glyph.path.commands) {
    if (command === 'closePath') {
      contours.push(`${contour}z`)
      continue
    }
    const points = args.map((units, i) => (i % 2 === 0 ? 1 : -1) * toThousandths(units))
    const [endX, endY] = points.slice(-2) as Point
    const [dx, dy] = [endX - x, endY - y]
    if (command === 'quadraticCurveTo') {
      let control = points.slice(0, 2) as Point
      if (mirror && isNear(mirror, control)) {
        control = mirror
        contour += `t${numbers(dx, dy)}`
      } else contour += `q${numbers(control[0] - x, control[1] - y, dx, dy)}`
      mirror = [2 * endX - control[0], 2 * endY - control[1]]
    } else {
      if (command === 'moveTo') contour = `M${numbers(endX, endY)}`
      else if (command !== 'lineTo') throw new Error(`A font with ${command} is not supported`)
      else if (dx !== 0 && dy !== 0) contour += `l${numbers(dx, dy)}`
      else if (dx !== 0) contour += `h${dx}`
      else if (dy !== 0) contour += `v${dy}`
      mirror = null
    }
    ;[x, y] = [endX, endY]
  }
  return contours
}

const isNear = (a: Point, b: Point) => Math.abs(a[0] - b[0]) <= 1 && Math.abs(a[1] - b[1]) <= 1

/** Numbers as path data; a minus sign also separates. */
const numbers = (...values: number[]) =>
  values.map((value, i) => (i > 0 && value >= 0 ? ` ${value}` : `${value}`)).join('')
