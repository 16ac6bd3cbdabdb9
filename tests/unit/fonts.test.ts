import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

interface FontFile {
  face: string
  has(code: number): boolean
}

/** The font files in the style sheet. */
const fontFiles: FontFile[] = readFileSync('app/web/ui/fonts/fonts.css', 'utf8')
  .split('@font-face')
  .slice(1)
  .map((rule) => {
    const value = (property: string) => rule.match(new RegExp(`${property}: ([^;]+);`))![1]!
    const ranges = value('unicode-range')
      .split(', ')
      .map((range) => range.replace('U+', '').split('-'))
      .map(([from, to]) => ({ from: Number(`0x${from}`), to: Number(`0x${to ?? from}`) }))
    return {
      face: `${value('font-family')} ${value('font-weight')}`,
      has: (code) => ranges.some(({ from, to }) => code >= from && code <= to),
    }
  })

describe('fonts', () => {
  test('have every character of content/ in exactly one file per face', () => {
    const texts = readdirSync('content', { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(`${parentPath}/${name}`, 'utf8'))
    const letters = [...new Set(texts.join('').replaceAll(/\s/g, ''))]
    expect(letters).toContain('½')
    const inFiles = letters.flatMap((letter) =>
      [...new Set(fontFiles.map(({ face }) => face))].map((face) => ({
        letter,
        face,
        files: fontFiles.filter((file) => file.face === face && file.has(letter.codePointAt(0)!))
          .length,
      })),
    )
    expect(inFiles.filter(({ files }) => files !== 1)).toEqual([])
  })

  test('of the first view fit into the first round trip', () => {
    // Three files load in parallel, each with about 400 bytes of headers (docs/performance.md).
    for (const name of ['literata-display', 'hanken-grotesk']) {
      expect(readFileSync(`app/web/ui/fonts/${name}.woff2`).length, name).toBeLessThanOrEqual(9830)
    }
  })
})
