import { between, cycle, pick, repeat, upTo, whole } from './random.ts'
import { pathData, disc, rect, shape, smooth } from './shapes.ts'
import { type CoverFigure, roman, type CoverStyle } from './style.ts'

const hills: CoverFigure = (random, { a, b, c }, w, h) => {
  const moon = Math.min(w, h) * between(random, 0.17, 0.26)
  const x = w * between(random, 0.24, 0.76)
  const layers = [b, c, a]
  const ground = layers.map((color, layer) => {
    const base = h * (0.42 + layer * 0.2)
    const count = whole(random, 3, 4)
    const points = upTo(count + 3).map((i): [number, number] => [
      ((i - 1) * w) / count,
      base + (i % 2 === layer % 2 ? -1 : 1) * between(random, 0.03, 0.15) * h,
    ])
    return shape(`${smooth(points)}V${Math.round(h + 9)}H-200z`, color)
  })
  return disc(x, moon * 1.15, moon, a) + (random() < 0.5 ? ground.slice(0, 2) : ground).join('')
}

const windows: CoverFigure = (random, { a, b, c }, w, h) => {
  const across = whole(random, 3, 5)
  const cell = (w - 40) / across
  const down = Math.max(2, Math.floor(h / (cell * between(random, 1.15, 1.5))))
  const pitch = h / down
  const lit = whole(random, 0, across * down - 1)
  const arched = random() < 0.6
  const wide = cell * between(random, 0.56, 0.74)
  const tall = pitch * 0.78
  let dark = ''
  let light = ''
  for (const row of upTo(down)) {
    for (const column of upTo(across)) {
      const x = 20 + cell * (column + 0.5) - wide / 2
      const y = row * pitch + (pitch - tall) / 2
      const r = arched ? Math.min(wide / 2, tall * 0.8) : 0
      const data =
        pathData`M${x} ${y + tall}V${y + r}` +
        (arched ? pathData`a${r} ${r} 0 0 1 ${wide} 0` : pathData`h${wide}`) +
        pathData`V${y + tall}z`
      if (row * across + column === lit) light = data
      else dark += data
    }
  }
  return rect(0, 0, w, h, c) + shape(dark, b) + shape(light, a)
}

const curtain: CoverFigure = (random, { a, b, c, field }, w, h) => {
  const folds = whole(random, 4, 6)
  const open = between(random, 0.2, 0.42) * w
  const x = w * pick(random, [0.5, 0.5, 0.38, 0.62])
  const moon = disc(x, h * between(random, 0.55, 0.72), between(random, 0.1, 0.16) * w, a)
  const side = (from: number, to: number): string =>
    repeat(folds, (i) => {
      const [s, t] = [i / folds, (i + 1) / folds]
      const [top1, top2] = [from + (x - from) * s, from + (x - from) * t]
      const [foot1, foot2] = [from + (to - from) * s, from + (to - from) * t]
      return shape(
        pathData`M${top1} 0H${top2}Q${top2} ${h * 0.5} ${foot2} ${h}H${foot1}Q${top1} ${h * 0.5} ${top1} 0z`,
        i % 2 === 0 ? b : c,
      )
    })
  return rect(0, 0, w, h, field) + moon + side(0, x - open) + side(w, x + open)
}

const sea: CoverFigure = (random, { a, b, c }, w, h) => {
  const across = whole(random, 3, 5)
  const size = w / across
  const rows = whole(random, 4, 6)
  const sun = Math.min(w, h) * between(random, 0.2, 0.3)
  const top = Math.min(h * 0.5, sun * 1.5)
  const boatRow = whole(random, 0, 1)
  const out = [disc(w * between(random, 0.25, 0.75), sun * 1.1, sun, a)]
  for (const row of upTo(rows)) {
    const y = top + (row * (h - top)) / rows
    const start = row % 2 === 0 ? -size / 2 : -size
    if (row === boatRow) {
      const x = w * between(random, 0.2, 0.75)
      const mast = Math.min(h * 0.2, 120)
      out.push(
        shape(pathData`M${x} ${y - mast}v${mast * 1.1}h${-mast * 0.62}z`, row === 0 ? b : a),
        shape(
          pathData`M${x + 8} ${y - mast * 0.8}v${mast * 0.9}h${mast * 0.4}z`,
          row === 0 ? c : a,
        ),
      )
    }
    const waves = repeat(across + 2, () => pathData`q${size / 2} ${size * 0.42} ${size} 0`)
    out.push(
      shape(
        `${pathData`M${start} ${y}`}${waves}V${Math.round(h + 9)}H${Math.round(start)}z`,
        row % 2 === 0 ? b : c,
      ),
    )
  }
  return out.join('')
}

const forest: CoverFigure = (random, { a, b, c }, w, h) => {
  const moon = w * between(random, 0.2, 0.3)
  const trunks = whole(random, 6, 9)
  const special = whole(random, 1, trunks - 2)
  const bars = upTo(trunks).map((i) => {
    const x = ((i + between(random, 0.25, 0.75)) * w) / trunks
    const wide = (w / trunks) * between(random, 0.16, 0.36)
    const lean = between(random, -16, 16)
    return shape(
      pathData`M${x - wide} ${h}L${x - wide * 0.7 + lean} 0h${wide * 1.4}L${x + wide} ${h}z`,
      i === special ? a : cycle([b, c], i),
    )
  })
  return disc(w * between(random, 0.3, 0.7), h * 0.46, Math.min(moon, h * 0.4), a) + bars.join('')
}

const eye: CoverFigure = (random, { a, b, c, field }, w, h) => {
  const wide = w * 0.5
  const lids = whole(random, 3, 5)
  const iris = Math.min(h * 0.2, w * 0.19)
  const step = (h * 0.5 - iris) / lids
  const lid = (open: number): string =>
    pathData`M${w / 2 - wide} ${h / 2}Q${w / 2} ${h / 2 - open * 2} ${w / 2 + wide} ${h / 2}Q${w / 2} ${h / 2 + open * 2} ${w / 2 - wide} ${h / 2}z`
  const shells = upTo(lids).map((i) =>
    shape(lid(iris * 0.96 + step * (lids - i - 0.4)), i === lids - 1 ? a : cycle([b, c], i)),
  )
  return (
    shells.join('') +
    disc(w / 2, h / 2, iris, pick(random, [b, c])) +
    disc(w / 2, h / 2, iris * 0.5, field) +
    disc(w / 2 + iris * 0.3, h / 2 - iris * 0.3, iris * 0.16, a)
  )
}

/** Figures: scenes at night, at sea, behind a curtain. Colors: night: violets, petrol, blood red, with one light. */
export const fiction: CoverStyle = {
  ...roman,
  max: 180,
  seed: 'fiction',
  layouts: ['top', 'top', 'bottom'],
  figures: [hills, windows, curtain, sea, forest, eye],
  colors: [
    '#1d2359 #fbeecb #1d2359 #f8d262 #3b4aa8 #0e1134',
    '#a51c2c #fdeed8 #a51c2c #fbd9b0 #d8493f #4b0a1c',
    '#0c4a52 #fbeccb #0c4a52 #f7a66a #15767a #072a33',
    '#e9b7a2 #2c1238 #e9b7a2 #fdf0d8 #a8457a #4a1c5c',
    '#4a2170 #fbe8d0 #4a2170 #ff9a6b #7f43a6 #24104a',
    '#a8c8c4 #1a1b3a #a8c8c4 #f2542f #3d6f88 #1a1b3a',
  ],
}
