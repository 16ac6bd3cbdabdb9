import { type Face, sans, serif } from './typeface.ts'
import type { Rng } from './random.ts'

/** The colors of one cover. */
export interface CoverColors {
  /** Behind the text. */
  readonly ground: string
  /** The text; contrast with the ground of at least 4.5:1. */
  readonly ink: string
  /** Behind the figure. */
  readonly field: string
  /** The figure: first, second, and third color. */
  readonly a: string
  readonly b: string
  readonly c: string
}

/** What a figure knows about the page around it. */
export interface CoverPlace {
  /** The edge of the page that crops the figure, besides the sides. */
  readonly bleed: 'top' | 'bottom' | 'none'
  /** The author's first and last initial, in thousandths of an em; empty if they cannot be drawn. */
  readonly initials: readonly { readonly outline: string; readonly width: number }[]
}

/** Draws a figure that fills a box; what sticks out of the box is cropped. */
export type CoverFigure = (
  random: Rng,
  colors: CoverColors,
  width: number,
  height: number,
  place: CoverPlace,
) => string

/**
 * Where a cover's parts are.
 * top: author and title at the top, the figure below them, cropped by the page.
 * bottom: the figure at the top, cropped by the page, title and author below it.
 * around: title at the top, author at the bottom, the figure between them.
 * label: the figure fills the page, title and author on a paper label.
 */
export type CoverLayout = 'top' | 'bottom' | 'around' | 'label'

/** How the covers of a genre look. */
export interface CoverStyle {
  readonly face: Face
  /** Largest type size of the title. */
  readonly max: number
  readonly leading: number
  readonly tracking: number
  readonly centered: boolean
  /** Capitals, each line as wide as the page allows. */
  readonly poster: boolean
  /** What all choices follow from, with a book's slug: with it, the books that come with Readr differ. */
  readonly seed: string
  readonly layouts: readonly [CoverLayout, ...CoverLayout[]]
  readonly figures: readonly [CoverFigure, ...CoverFigure[]]
  /** Each entry: ground, ink, field, and the three colors of the figure. */
  readonly colors: readonly [string, ...string[]]
}

type TextStyle = Omit<CoverStyle, 'seed' | 'layouts' | 'figures' | 'colors'>

export const roman: TextStyle = {
  face: serif,
  max: 168,
  leading: 0.92,
  tracking: -14,
  centered: false,
  poster: false,
}
export const grotesk: TextStyle = {
  face: sans,
  max: 190,
  leading: 0.86,
  tracking: -14,
  centered: false,
  poster: false,
}

/** Reads an entry of a style's colors. */
export function parseColors(entry: string): CoverColors {
  const [ground, ink, field, a, b, c] = entry.split(' ') as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  return { ground, ink, field, a, b, c }
}
