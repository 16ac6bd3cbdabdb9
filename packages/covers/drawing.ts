import type { Random } from './random.ts'

export interface Colors {
  /** Behind the text. */
  ground: string
  /** The text; contrast with the ground of at least 4.5:1. */
  ink: string
  /** Behind the figure. */
  field: string
  /** The figure: first, second, and third color. */
  a: string
  b: string
  c: string
}

/** What a figure may use: its box in pixels, its colors, and random choices that follow from the book. */
export interface Page extends Colors, Random {
  w: number
  h: number
  /** The edge of the page that crops the figure, besides the sides. */
  bleed: 'top' | 'bottom' | 'none'
  /** A random choice of colors, named by their letters, with f for the field: palette('ab caf'). */
  palette(choices: string): [string, string, string, ...string[]]
  /** The middle of a figure of this radius that the edge of the page crops. */
  middleOf(radius: number): number
  /** The author's first and last initial, in thousandths of an em; empty if they cannot be drawn. */
  initials: { outline: string; width: number }[]
}

export type Drawing = string | false | Drawing[]

/** Draws a figure that fills the page's box; what sticks out of the box is cropped. */
export type Figure = (page: Page) => Drawing

export const toSvg = (drawing: Drawing): string =>
  Array.isArray(drawing) ? drawing.map(toSvg).join('') : drawing || ''

type Values = (number | string | string[])[]

/** Path data: numbers are rounded to whole pixels, other path data stays as it is. */
export function path(parts: TemplateStringsArray, ...values: Values): string {
  const texts = values.map((value) =>
    typeof value === 'number' ? String(Math.round(value)) : [value].flat().join(''),
  )
  return String.raw({ raw: parts }, ...texts)
}

/** Rounds to one decimal, where whole pixels would show. */
export const tenth = (value: number): number => Math.round(value * 10) / 10

/** Attributes for round stroke ends. */
export const ROUND = ' stroke-linecap="round" stroke-linejoin="round"'

/** A filled path: fill(color)`M0 0h10v10z`. */
export const fill =
  (color: string, attributes = '') =>
  (parts: TemplateStringsArray, ...values: Values): string =>
    `<path d="${path(parts, ...values)}" fill="${color}"${attributes}/>`

/** A stroked path: line(color, width)`M0 0h10`. */
export const line =
  (color: string, width: number, attributes = '') =>
  (parts: TemplateStringsArray, ...values: Values): string =>
    `<path d="${path(parts, ...values)}" fill="none" stroke="${color}" stroke-width="${tenth(width)}"${attributes}/>`

export const disc = (x: number, y: number, radius: number, color: string): string =>
  `<circle cx="${tenth(x)}" cy="${tenth(y)}" r="${tenth(Math.max(0, radius))}" fill="${color}"/>`

/** A circle line. */
export const ring = (x: number, y: number, radius: number, color: string, width: number): string =>
  `<circle cx="${tenth(x)}" cy="${tenth(y)}" r="${tenth(radius)}" fill="none" stroke="${color}" stroke-width="${tenth(width)}"/>`

/** A rectangle. */
export const rect = (x: number, y: number, width: number, height: number, color: string): string =>
  `<path d="M${tenth(x)} ${tenth(y)}h${tenth(width)}v${tenth(height)}h${tenth(-width)}z" fill="${color}"/>`

/** Drawn upside down or from right to left. */
export const mirrored = (w: number, drawing: Drawing): Drawing => [
  `<g transform="matrix(-1 0 0 1 ${w} 0)">`,
  drawing,
  '</g>',
]

type Point = [x: number, y: number]

/** What lies in a direction, at a distance. */
export const polar = (angle: number, distance: number): Point => [
  Math.cos(angle) * distance,
  Math.sin(angle) * distance,
]

/** Path data of a smooth line through points. */
export function smooth(points: Point[], closed = false): string {
  const last = points.length - 1
  const at = (i: number): Point =>
    points[closed ? (i + points.length) % points.length : Math.min(last, Math.max(0, i))] ?? [0, 0]
  const curves = times(closed ? points.length : last, (i) => {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    return path`C${from[0] + (to[0] - before[0]) / 6} ${from[1] + (to[1] - before[1]) / 6} ${to[0] - (after[0] - from[0]) / 6} ${to[1] - (after[1] - from[1]) / 6} ${to[0]} ${to[1]}`
  })
  return path`M${at(0)[0]} ${at(0)[1]}${curves}${closed ? 'z' : ''}`
}

/** A smooth closed line around a center, whose distance from it follows from the angle. */
export function around(
  [x, y]: Point,
  count: number,
  distanceAt: (angle: number) => number,
  turn = 0,
): string {
  const points = times(count, (i): Point => {
    const angle = (i / count) * 2 * Math.PI
    const [dx, dy] = polar(angle + turn, distanceAt(angle))
    return [x + dx, y + dy]
  })
  return smooth(points, true)
}

/** The results of a function for the numbers from 0 up to, not including, the count. */
export const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: Math.max(0, Math.floor(count)) }, (_, i) => make(i))

/** The results of a function for the cells of a grid, row by row. */
export const grid = <T>(
  across: number,
  down: number,
  make: (column: number, row: number) => T,
): T[] => times(down, (row) => times(across, (column) => make(column, row))).flat()

/** The item at an index that wraps around. */
export const cycle = <T>(items: readonly [T, ...T[]], index: number): T =>
  items.at(index % items.length) ?? items[0]
