import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync('app/web/app.css', 'utf8')

/** The value of a color token in one theme, as #rrggbb. */
function token(name: string, theme: 'light' | 'dark'): string {
  const value = new RegExp(`--color-${name}: ([^;]+);`).exec(css)?.[1] ?? ''
  const [light = '', dark = light] = value.match(/#[0-9a-f]{6}/g) ?? []
  expect(light, name).not.toBe('')
  return theme === 'light' ? light : dark
}

/** Relative luminance (WCAG 2.2, "relative luminance"). */
function luminance(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (light! + 0.05) / (dark! + 0.05)
}

/** Text and its backgrounds: 4.5 to 1. */
const TEXTS: [string, string[]][] = [
  ['ink', ['paper', 'raised', 'sunk', 'wash', 'marker', 'line']],
  ['soft', ['paper', 'raised', 'sunk', 'wash', 'line']],
  ['accent', ['paper', 'raised', 'sunk', 'wash']],
  ['accent-deep', ['paper', 'raised', 'sunk']],
  ['on-accent', ['accent', 'accent-deep']],
  ['on-lamp', ['lamp']],
  ['alert', ['paper', 'raised', 'sunk', 'alert-wash']],
]
/** Edges of controls: 3 to 1. */
const EDGES: [string, string[]][] = [['edge', ['paper', 'raised', 'sunk']]]

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  test.each(TEXTS.flatMap(([text, grounds]) => grounds.map((ground) => [text, ground] as const)))(
    '%s can be read on %s',
    (text, ground) => {
      expect(contrast(token(text, theme), token(ground, theme))).toBeGreaterThanOrEqual(4.5)
    },
  )
  test.each(EDGES.flatMap(([edge, grounds]) => grounds.map((ground) => [edge, ground] as const)))(
    '%s can be seen on %s',
    (edge, ground) => {
      expect(contrast(token(edge, theme), token(ground, theme))).toBeGreaterThanOrEqual(3)
    },
  )
})
