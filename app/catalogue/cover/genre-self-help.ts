import { between, cycle, pick, repeat, upTo, whole } from './random.ts'
import { ROUND, pathData, disc, rect, shape, stroke } from './shapes.ts'
import { type CoverFigure, roman, type CoverStyle } from './style.ts'

const rising: CoverFigure = (random, { a, b, c, field }, w, h) => {
  const x = w * pick(random, [0.5, 0.5, 0.28, 0.74])
  const reach = Math.max(h * 0.96, Math.hypot(Math.max(x, w - x), 0) * 0.9)
  const rings = whole(random, 3, 6)
  const bend = between(random, 0.8, 1.25)
  const colors = pick(random, [
    [a, b, a, b],
    [a, field, b, field],
    [b, a, c],
  ] as const)
  return repeat(rings, (i) => disc(x, h, reach * (1 - i / rings) ** bend, cycle(colors, i)))
}

const doorways: CoverFigure = (random, { a, b, c }, w, h) => {
  const floor = h * between(random, 0.66, 0.76)
  const radius = Math.min(w * between(random, 0.16, 0.24), floor * 0.42)
  const x = w * pick(random, [0.34, 0.5, 0.66])
  const top = floor * between(random, 0.08, 0.2)
  const slant = pick(random, [-1, 1]) * between(random, 0.4, 1.3) * radius + (w / 2 - x)
  const frames = whole(random, 0, 2)
  const door = (size: number, up: number, color: string): string =>
    shape(
      pathData`M${x - size} ${floor}V${up + size}a${size} ${size} 0 0 1 ${2 * size} 0V${floor}z`,
      color,
    )
  const [wall, light, sun] = pick(random, [
    [a, b, a],
    [c, b, a],
    [a, b, c],
  ] as const)
  return (
    rect(0, floor, w, h - floor + 1, wall) +
    repeat(frames, (i) =>
      door(
        radius * (1 + 0.34 * (frames - i)),
        Math.max(4, top - radius * 0.3 * (frames - i)),
        i % 2 === frames % 2 ? wall : c,
      ),
    ) +
    door(radius, top, light) +
    disc(
      x + radius * between(random, -0.3, 0.3),
      floor - radius * between(random, 0.8, 1.5),
      radius * 0.42,
      sun,
    ) +
    shape(
      pathData`M${x - radius} ${floor - 2}H${x + radius}V${floor}L${x + radius * 1.7 + slant} ${h + 2}H${x - radius * 1.7 + slant}L${x - radius} ${floor}z`,
      light,
    )
  )
}

const balance: CoverFigure = (random, { a, b, c }, w, h) => {
  const count = whole(random, 3, 4)
  const weights = upTo(count).map(() => between(random, 0.8, 1.7))
  const unit = (h * 0.94) / weights.reduce((sum, weight) => sum + weight, 0)
  let y = h
  let last = ''
  return weights
    .map((weight, i) => {
      const tall = Math.min(weight * unit, w * 0.44)
      const kinds = ['dome', 'bowl', 'disc', 'slab'].filter(
        (kind) => kind !== last && !(i === 0 && kind === 'disc'),
      )
      last = kinds[Math.floor(random() * kinds.length)] ?? 'disc'
      const x = w / 2 + between(random, -0.07, 0.07) * w
      const color = cycle([a, b, c], i)
      const foot = y
      y -= tall
      if (last === 'dome')
        return shape(pathData`M${x - tall} ${foot}a${tall} ${tall} 0 0 1 ${2 * tall} 0z`, color)
      if (last === 'bowl')
        return shape(pathData`M${x - tall} ${y}a${tall} ${tall} 0 0 0 ${2 * tall} 0z`, color)
      if (last === 'disc') return disc(x, (y + foot) / 2, tall / 2, color)
      return stroke(
        pathData`M${x - tall * 0.7} ${foot - tall / 2}h${tall * 1.4}`,
        color,
        tall,
        ROUND,
      )
    })
    .join('')
}

const setting: CoverFigure = (random, { a, b, c, field }, w, h) => {
  const radius = Math.min(w * 0.44, h * 0.5)
  const x = w / 2
  const y = h / 2
  const bars = whole(random, 5, 8)
  const up = random() < 0.4
  const slats = upTo(bars).map((i) => {
    const t = (i + 1) / (bars + 1)
    const thick = radius * 0.22 * t + 4
    const place = y + (up ? -1 : 1) * (radius * 1.05 * t) - thick / 2
    if (i === bars - 1)
      return up
        ? rect(0, y - radius - 5, w, place + thick - y + radius + 5, field)
        : rect(0, place, w, y + radius + 5 - place, field)
    return rect(0, place, w, thick, field)
  })
  return (
    disc(x, y, radius, pick(random, [a, c])) +
    (random() < 0.5 ? disc(x, y, radius * 0.55, b) : '') +
    slats.join('')
  )
}

/** Figures: suns, doorways and things in balance. Colors: noon: yellows and vermilions. */
export const selfHelp: CoverStyle = {
  ...roman,
  centered: true,
  seed: 'self-help-327',
  layouts: ['top', 'around'],
  figures: [rising, doorways, balance, setting],
  colors: [
    '#f5bf25 #1a1410 #f5bf25 #e2421f #fbeecb #1a1410',
    '#c8341b #fdeccb #c8341b #f6b92c #f4936c #6b130b',
    '#f6b08e #32100c #f6b08e #cf2f1a #fdeedd #7c1730',
    '#fbdf9b #2a120c #e5502a #fbdf9b #f6b01e #2a120c',
    '#e8622c #1d0d08 #e8622c #fbe4b4 #f7bd2e #1d0d08',
  ],
}
