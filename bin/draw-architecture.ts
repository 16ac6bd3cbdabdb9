/** `node bin/draw-architecture.ts`: draws docs/images/architecture.svg from the code's imports. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf, readSources } from './read-imports.ts'

export const PICTURE = join(import.meta.dirname, '../docs/images/architecture.svg')

interface Box {
  /** Center, in columns and rows. */
  x: number
  y: number
  text: string
  /** In columns. */
  width?: number
}

/** The position of each part of the code. The arrows come from the imports. */
const BOXES: Record<string, Box> = {
  'app/web': { x: 1, y: 0, text: 'pages for people' },
  'app/api': { x: 3.05, y: 0, text: 'JSON calls for apps' },
  'packages/authoring': { x: 3.05, y: 3, text: 'checks, narration, simulation' },
  'app/demo': { x: 0, y: 1, text: 'demo identity providers, emulator' },
  'app/admin': { x: 1, y: 1, text: 'administration' },
  'app/middleware': { x: 2.05, y: 1, text: 'request pipeline' },
  'app/reading': { x: 1, y: 2, text: 'lists, marks, recommendations' },
  'app/billing': { x: 3.05, y: 2, text: 'plans, payments, access' },
  'app/catalogue': { x: 1, y: 3, text: 'books, search, files' },
  'app/accounts': { x: 2.05, y: 3, text: 'readers, sign-in, sessions' },
  'packages/stripe-emulator': { x: 0, y: 4, text: 'emulates Stripe' },
  'packages/covers': { x: 1, y: 4, text: 'draws covers and pictures' },
  'app/platform': { x: 2.05, y: 4, text: 'database, email, settings, logs' },
  'packages/client': { x: 3.05, y: 4, text: 'a client of the JSON calls' },
}

/** /api/docs shows the OpenAPI description: the only import between web and api. */
const EXCEPTION = 'app/api/description.server.ts'

const [COLUMN, ROW, WIDTH, HEIGHT, MARGIN] = [260, 150, 236, 74, 24]
const [ALL_WIDTH, ALL_HEIGHT] = [
  Math.round(COLUMN * 3.05) + WIDTH + 2 * MARGIN,
  ROW * 4 + HEIGHT + 80,
]

/** 'app/web' for everything in that folder; null for files directly in app. */
function partOf(path: string): string | null {
  const [root, name, file] = path.split('/')
  return (root === 'app' && file) || root === 'packages' ? `${root}/${name}` : null
}

/** The imports between parts, without those of types. */
export function dependencies(): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>()
  for (const { path, code } of readSources()) {
    const from = partOf(path)
    if (from === null) continue
    const to = edges.get(from) ?? edges.set(from, new Set()).get(from)!
    for (const target of importsOf(path, code)) {
      const part = target.isType || target.to === EXCEPTION ? null : partOf(target.to)
      if (part !== null && part !== from) to.add(part)
    }
  }
  return edges
}

/** Omits transitive arrows: with a → b → c, a → c is left out. */
function reduced(edges: Map<string, Set<string>>): [from: string, to: string][] {
  const reaches = (from: string, to: string): boolean =>
    [...(edges.get(from) ?? [])].some((next) => next === to || reaches(next, to))
  return [...edges].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((other) => other !== to && reaches(other, to)))
      .map((to): [string, string] => [from, to]),
  )
}

const center = (name: string) => ({
  x: Math.round(MARGIN + WIDTH / 2 + BOXES[name]!.x * COLUMN),
  y: MARGIN + HEIGHT / 2 + BOXES[name]!.y * ROW,
})

function port(name: string, other: string, others: string[]): number {
  const sorted = others.toSorted((a, b) => BOXES[a]!.x - BOXES[b]!.x)
  return center(name).x + (sorted.indexOf(other) - (sorted.length - 1) / 2) * 30
}

/** Draws the picture. */
export function draw(edges: Map<string, Set<string>>): string {
  const unknown = [...edges.keys()].filter((name) => !(name in BOXES))
  const gone = Object.keys(BOXES).filter((name) => !edges.has(name))
  if (unknown.length + gone.length > 0) {
    throw new Error(`Add to or remove from BOXES: ${[...unknown, ...gone].join(', ')}`)
  }
  const arrows = reduced(edges).toSorted(([a, b], [c, d]) => (a + b < c + d ? -1 : 1))
  const lines = arrows.map(([from, to]) => {
    const [targets, origins] = [
      arrows.filter(([name]) => name === from).map(([, name]) => name),
      arrows.filter(([, name]) => name === to).map(([name]) => name),
    ]
    const [x1, y1] = [port(from, to, targets), center(from).y + HEIGHT / 2]
    const [x2, y2] = [port(to, from, origins), center(to).y - HEIGHT / 2 - 3]
    // Curve to the other column below the first row, then go straight down.
    const [turn, middle] = [y1 + ROW - HEIGHT - 3, y1 + (ROW - HEIGHT - 3) / 2]
    return `<path d="M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${turn}V${y2}"/>`
  })
  const boxes = Object.entries(BOXES).map(([name, { text, width = 1 }]) => {
    const { x, y } = center(name)
    const full = WIDTH + (width - 1) * COLUMN
    return `<rect x="${x - full / 2}" y="${y - HEIGHT / 2}" width="${full}" height="${HEIGHT}" rx="10"/>
<text x="${x}" y="${y - 4}" class="name">${name}</text>
<text x="${x}" y="${y + 18}">${text}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${ALL_WIDTH} ${ALL_HEIGHT}" role="img" aria-labelledby="title">
<title id="title">The parts of Readr and which imports which</title>
<style>
text { font: 13px system-ui, sans-serif; fill: #525d56; text-anchor: middle }
.name { font-size: 15px; font-weight: 600; fill: #16211b }
.box rect { fill: #fff; stroke: #0b5a43; stroke-width: 1.5 }
.arrow path { fill: none; stroke: #0b5a43; stroke-width: 1.5; marker-end: url(#head) }
</style>
<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#0b5a43"/></marker>
<rect width="${ALL_WIDTH}" height="${ALL_HEIGHT}" fill="#fbfaf5"/>
<g class="arrow">
${lines.join('\n')}
</g>
<g class="box">
${boxes.join('\n')}
</g>
<text x="${ALL_WIDTH / 2}" y="${ALL_HEIGHT - MARGIN}">An arrow means “imports”. Transitive imports are left out. Drawn by bin/draw-architecture.ts.</text>
</svg>
`
}

if (import.meta.main) writeFileSync(PICTURE, draw(dependencies()))
