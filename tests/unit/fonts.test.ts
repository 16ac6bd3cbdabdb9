import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

interface Face {
  face: string
  file: string
  holds(code: number): boolean
}

/** What the style sheet says of each file of letters. */
const faces: Face[] = readFileSync('app/web/ui/fonts/fonts.css', 'utf8')
  .split('@font-face')
  .slice(1)
  .map((rule) => {
    const said = (property: string) => rule.match(new RegExp(`${property}: ([^;]+);`))![1]!
    const ranges = said('unicode-range')
      .split(', ')
      .map((range) => range.replace('U+', '').split('-'))
      .map(([from, to]) => ({ from: Number(`0x${from}`), to: Number(`0x${to ?? from}`) }))
    return {
      face: `${said('font-family')} ${said('font-weight')}`,
      file: said('src'),
      holds: (code) => ranges.some(({ from, to }) => code >= from && code <= to),
    }
  })

describe('Letters', () => {
  test('of every text that comes along are in one file of each face, and in one only', () => {
    const texts = readdirSync('content').map((name) => readFileSync(`content/${name}`, 'utf8'))
    const letters = [...new Set(texts.join('').replaceAll(/\s/g, ''))]
    expect(letters).toContain('½')
    const inFiles = letters.flatMap((letter) =>
      [...new Set(faces.map(({ face }) => face))].map((face) => ({
        letter,
        face,
        files: faces.filter((one) => one.face === face && one.holds(letter.codePointAt(0)!)).length,
      })),
    )
    expect(inFiles.filter(({ files }) => files !== 1)).toEqual([])
  })

  test('of the first view fit into its share of the first round trip', () => {
    // Three files come at once, each with some 400 bytes of headers: docs/performance.md.
    for (const name of ['literata-display', 'hanken-grotesk']) {
      expect(readFileSync(`app/web/ui/fonts/${name}.woff2`).length, name).toBeLessThanOrEqual(9830)
    }
  })
})
