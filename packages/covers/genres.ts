import type { Figure } from './drawing.ts'
import * as money from './money.ts'
import * as nature from './nature.ts'
import * as patterns from './patterns.ts'
import * as people from './people.ts'
import * as scenes from './scenes.ts'
import { type Face, sans, serif } from './typeface.ts'

/**
 * Where a cover's parts are.
 * top: author and title at the top, the figure below them, cropped by the page.
 * bottom: the figure at the top, cropped by the page, title and author below it.
 * around: title at the top, author at the bottom, the figure between them.
 * label: the figure fills the page, title and author on a paper label.
 */
export type Layout = 'top' | 'bottom' | 'around' | 'label'

export interface GenreStyle {
  face: Face
  /** Largest type size of the title. */
  max: number
  leading: number
  isCentered?: boolean
  /** Capitals, each line as wide as the page allows. */
  isPoster?: boolean
  /** What all choices follow from, with a book's slug: with it, the books that come with Readr differ. */
  seed: string
  layouts: [Layout, ...Layout[]]
  figures: [Figure, ...Figure[]]
  /** Each entry: ground, ink, field, and the three colors of the figure. */
  colors: [string, ...string[]]
}

const roman = { face: serif, max: 168, leading: 0.92 }
const grotesk = { face: sans, max: 190, leading: 0.86 }

/** The genres by slug, with what their figures and colors are about. */
export const GENRES = {
  // Suns, doorways, and things in balance, at noon: yellows and vermilions.
  'self-help': {
    ...roman,
    isCentered: true,
    seed: 'self-help-327',
    layouts: ['top', 'around'],
    figures: [scenes.rising, scenes.doorways, scenes.balance, scenes.setting],
    colors: [
      '#f5bf25 #1a1410 #f5bf25 #e2421f #fbeecb #1a1410',
      '#c8341b #fdeccb #c8341b #f6b92c #f4936c #6b130b',
      '#f6b08e #32100c #f6b08e #cf2f1a #fdeedd #7c1730',
      '#fbdf9b #2a120c #e5502a #fbdf9b #f6b01e #2a120c',
      '#e8622c #1d0d08 #e8622c #fbe4b4 #f7bd2e #1d0d08',
    ],
  },
  // Leaves, petals, cut paper, and breath, in a garden: greens with petal pinks.
  'health-and-wellness': {
    ...roman,
    seed: 'health-and-wellness-26',
    layouts: ['top', 'bottom', 'around'],
    figures: [nature.sprig, nature.bloom, nature.cutPaper, nature.breath],
    colors: [
      '#b9d8b4 #0d3527 #b9d8b4 #14633f #f7efd8 #ef7f6b',
      '#0e4a37 #f6ecd0 #0e4a37 #86c79a #f4a99c #ecd9a0',
      '#f5c3bc #0f3a2a #f5c3bc #16714a #fdf2e4 #df5238',
      '#f3ecc8 #12402e #1b6b4a #bfe0b4 #f3ecc8 #f3a08e',
      '#c2d26c #12302a #c2d26c #2f7d46 #fbf6dc #ea5f45',
    ],
  },
  // Coins, columns, markets, and banknotes, in a ledger: salmon newsprint, gold, bottle, and ink.
  'money-and-economics': {
    ...grotesk,
    seed: 'money-and-economics-370',
    layouts: ['top', 'around'],
    figures: [money.stacks, money.coins, money.market, money.shares, money.banknote],
    colors: [
      '#f5b896 #1b1714 #f5b896 #0c4f3e #fde8d6 #1b1714',
      '#33201d #f8c9ab #33201d #f2a983 #8c4a34 #e0b03a',
      '#d8a02c #1a1510 #d8a02c #1a1510 #f9e8bf #8f2f17',
      '#f6d3ba #12352b #12352b #f2a983 #d8a02c #f8ead8',
      '#173a31 #f8d2b2 #173a31 #e2b13c #f2a983 #f8ead8',
    ],
  },
  // Blocks, bars, stairs, and arrows, on a poster: red, cobalt, black, and white.
  'career-and-business': {
    face: sans,
    max: 200,
    leading: 0.77,
    isPoster: true,
    seed: 'career-and-business-124',
    layouts: ['top', 'bottom'],
    figures: [patterns.tiles, patterns.diagonals, scenes.stairs, patterns.arrows],
    colors: [
      '#cf2417 #fff7ea #cf2417 #141318 #fff7ea #8a110b',
      '#1c3fce #fff7ea #1c3fce #fff7ea #ef4423 #0c1a63',
      '#d5d6d4 #131318 #d5d6d4 #131318 #dd2c1a #ffffff',
      '#b4caec #0e1440 #b4caec #1c3fce #e23520 #ffffff',
      '#1a1b24 #fff7ea #cf2417 #1a1b24 #fff7ea #f59a86',
    ],
  },
  // Always two, blushing: pinks, crimsons, and plums.
  relationships: {
    ...roman,
    isCentered: true,
    seed: 'relationships-412',
    layouts: ['bottom', 'around'],
    figures: [people.overlap, people.links, people.seam, people.halves],
    colors: [
      '#f3a3b1 #3b0a25 #f3a3b1 #c5173f #fde3d6 #5b1247',
      '#7d0f3b #fde3d6 #7d0f3b #f2708a #f7b48f #fde3d6',
      '#f9c8a6 #3b0f38 #f9c8a6 #da3d50 #84318a #3b0f38',
      '#d6b6e8 #32104b #d6b6e8 #e4455f #6a35b0 #32104b',
      '#fbdccb #4c0d3a #e4526a #fbdccb #7d1550 #f9a98c',
      '#4d1548 #fbdccb #4d1548 #f18a76 #c74f9f #fbdccb',
    ],
  },
  // Heads, fingerprints, and initials, in an archive: stone, ochre, slate, rust, and olive.
  'biography-autobiography': {
    ...roman,
    seed: 'biography-autobiography',
    layouts: ['top', 'around'],
    figures: [people.bust, people.whorl, people.engraving, people.monogram],
    colors: [
      '#c9b183 #1c1712 #c9b183 #1c1712 #f5e9cd #a33a1b',
      '#445560 #f6ead0 #445560 #1a242b #f3e3c3 #dc9a36',
      '#8d3a1d #fbead0 #8d3a1d #2b130d #f7dfba #dd9a4d',
      '#cfd0c8 #1e242e #cfd0c8 #28405f #fbf6ea #bf5230',
      '#5f6329 #faf0d2 #5f6329 #1f210f #f5e7c0 #de9440',
      '#eadbbb #231a14 #b2693a #231a14 #f6e6c6 #e8b65e',
    ],
  },
  // Waves, lattices, and orbits, on an instrument panel: deep blues with one signal color.
  'science-and-technology': {
    ...grotesk,
    seed: 'science-and-technology-416',
    layouts: ['bottom', 'around'],
    figures: [
      patterns.interference,
      patterns.sunflower,
      patterns.refraction,
      patterns.lattice,
      patterns.swell,
    ],
    colors: [
      '#121f6e #f6f2e4 #121f6e #f6f2e4 #ff5b36 #6f9bff',
      '#0a5a63 #f3f6e6 #0a5a63 #d6efe2 #ffc233 #ff7a52',
      '#b9d6ec #0d1b4e #b9d6ec #0d1b4e #f4432a #2a62d8',
      '#171b2e #e0f25a #171b2e #f4f1e2 #e0f25a #5f83ff',
      '#3a2fb4 #fbf3ff #3a2fb4 #fbf3ff #ff8fb0 #8fe3ff',
      '#8fd0c9 #0b2a3c #8fd0c9 #0b2a3c #f2482c #fdf7e3',
    ],
  },
  // Cloth beneath a paper label: madder, indigo, ochre, and turquoise.
  'culture-and-humanity': {
    ...roman,
    isCentered: true,
    seed: 'culture-and-humanity',
    layouts: ['label'],
    figures: [patterns.quilt, patterns.weave, patterns.scales, patterns.kilim],
    colors: [
      '#f7ead0 #1f1a33 #e9d3a4 #2b2f78 #c8452a #e2a030',
      '#f7ead0 #3a120c #efcf94 #b3341d #1d6a6c #3a120c',
      '#f6e3b8 #12303a #12505a #e8b04a #e0653c #f6e3b8',
      '#74182f #f7e6c2 #f3dcb0 #1f2350 #d0553a #7fb5b0',
      '#f5dcc6 #4a1230 #f0b9a0 #8a1d45 #e0872f #2f4f8f',
    ],
  },
  // Scenes at night, at sea, and behind a curtain: violets, petrol, and blood red, with one light.
  fiction: {
    ...roman,
    max: 180,
    seed: 'fiction',
    layouts: ['top', 'top', 'bottom'],
    figures: [scenes.hills, scenes.windows, scenes.curtain, scenes.sea, scenes.forest, scenes.eye],
    colors: [
      '#1d2359 #fbeecb #1d2359 #f8d262 #3b4aa8 #0e1134',
      '#a51c2c #fdeed8 #a51c2c #fbd9b0 #d8493f #4b0a1c',
      '#0c4a52 #fbeccb #0c4a52 #f7a66a #15767a #072a33',
      '#e9b7a2 #2c1238 #e9b7a2 #fdf0d8 #a8457a #4a1c5c',
      '#4a2170 #fbe8d0 #4a2170 #ff9a6b #7f43a6 #24104a',
      '#a8c8c4 #1a1b3a #a8c8c4 #f2542f #3d6f88 #1a1b3a',
    ],
  },
} satisfies Record<string, GenreStyle>
