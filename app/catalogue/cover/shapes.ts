import type { Scheme } from './palette.ts'

/** A source of numbers in [0, 1) that depends on its seed alone. */
export interface Rng {
  (): number
}

/** What a figure may know of the page around it. */
export interface Place {
  /** The edge of the page that the figure runs off, besides the sides; towards the others it should end by itself. */
  readonly bleed: 'top' | 'bottom' | 'none'
  /** The author's first and last initial, in thousandths of an em; empty if they cannot be drawn. */
  readonly initials: readonly { readonly outline: string; readonly width: number }[]
}

/** Draws one figure that fills a box of the given size; what sticks out of the box is cut off. */
export type Figure = (
  random: Rng,
  scheme: Scheme,
  width: number,
  height: number,
  place: Place,
) => string

/** Seeds a generator with a text (FNV-1a hash, then mulberry32). */
export function seeded(text: string): Rng {
  let state = 2166136261
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** One of the choices. */
export function pick<T>(random: Rng, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(random() * choices.length)] ?? choices[0]
}

/** A number between two bounds. */
export function between(random: Rng, low: number, high: number): number {
  return low + random() * (high - low)
}

/** A whole number between two bounds, both included. */
export function whole(random: Rng, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1))
}

/** The numbers from 0 up to, not including, the count. */
export function upTo(count: number): number[] {
  return Array.from({ length: Math.max(0, Math.floor(count)) }, (_, i) => i)
}

/** The item at an index that wraps round. */
export function cycle<T>(items: readonly [T, ...T[]], index: number): T {
  return items[((index % items.length) + items.length) % items.length] ?? items[0]
}

/** Path data with numbers rounded to whole pixels (use r1 where that shows). */
export function d(parts: TemplateStringsArray, ...values: number[]): string {
  return parts.reduce((text, part, i) => text + Math.round(values[i - 1] ?? 0).toString() + part)
}

/** A number rounded to one decimal. */
export function r1(value: number): number {
  return Math.round(value * 10) / 10
}

/** A filled path. */
export function shape(data: string, fill: string, extra = ''): string {
  return `<path d="${data}" fill="${fill}"${extra}/>`
}

/** A stroked path without filling. */
export function stroke(data: string, colour: string, width: number, extra = ''): string {
  return `<path d="${data}" fill="none" stroke="${colour}" stroke-width="${r1(width)}"${extra}/>`
}

/** Attribute for round stroke ends. */
export const ROUND = ' stroke-linecap="round" stroke-linejoin="round"'

/** A disc. */
export function disc(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${r1(x)}" cy="${r1(y)}" r="${r1(Math.max(0, radius))}" fill="${fill}"/>`
}

/** A circle line. */
export function ring(x: number, y: number, radius: number, colour: string, width: number): string {
  return `<circle cx="${r1(x)}" cy="${r1(y)}" r="${r1(radius)}" fill="none" stroke="${colour}" stroke-width="${r1(width)}"/>`
}

/** A rectangle. */
export function rect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<path d="M${r1(x)} ${r1(y)}h${r1(width)}v${r1(height)}h${r1(-width)}z" fill="${fill}"/>`
}

type Point = readonly [x: number, y: number]

/** Smooth path data through points; closed if asked for. */
export function smooth(points: readonly Point[], closed = false): string {
  const last = points.length - 1
  const at = (i: number): Point => {
    const index = closed ? (i + points.length) % points.length : Math.min(last, Math.max(0, i))
    return points[index] ?? [0, 0]
  }
  let data = d`M${at(0)[0]} ${at(0)[1]}`
  for (let i = 0; i < (closed ? points.length : last); i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    data += d`C${from[0] + (to[0] - before[0]) / 6} ${from[1] + (to[1] - before[1]) / 6} ${to[0] - (after[0] - from[0]) / 6} ${to[1] - (after[1] - from[1]) / 6} ${to[0]} ${to[1]}`
  }
  return closed ? `${data}z` : data
}
