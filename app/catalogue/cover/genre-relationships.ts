import { between, pick, upTo, whole } from './random.ts'
import { pathData, disc, rect, ring, shape, smooth, stroke } from './shapes.ts'
import { type CoverFigure, roman, type CoverStyle } from './style.ts'

const overlap: CoverFigure = (random, { a, b, c }, w, h) => {
  const angle = pick(random, [0, 0, Math.PI / 2, -0.7, 0.7])
  const radius = Math.min(w * 0.31, h * (angle === 0 ? 0.46 : 0.33))
  const apart = radius * between(random, 0.45, 0.78)
  const [dx, dy] = [Math.cos(angle) * apart, Math.sin(angle) * apart]
  const half = Math.sqrt(radius ** 2 - apart ** 2)
  const [px, py] = [-Math.sin(angle) * half, Math.cos(angle) * half]
  const [x, y] = [w / 2, h / 2]
  return (
    disc(x - dx, y - dy, radius, a) +
    disc(x + dx, y + dy, radius, b) +
    shape(
      pathData`M${x - px} ${y - py}A${radius} ${radius} 0 0 1 ${x + px} ${y + py}A${radius} ${radius} 0 0 1 ${x - px} ${y - py}z`,
      c,
    )
  )
}

const links: CoverFigure = (random, { a, b }, w, h) => {
  const angle = pick(random, [0, 0.6, -0.6, Math.PI / 2])
  const long = Math.abs(Math.cos(angle))
  const radius = Math.min(
    (w * 0.47) / (1.18 + 0.62 * long),
    (h * 0.49) / (1.18 + 0.62 * Math.abs(Math.sin(angle))),
  )
  const thick = radius * between(random, 0.26, 0.36)
  const apart = radius * 0.62
  const [dx, dy] = [Math.cos(angle) * apart, Math.sin(angle) * apart]
  const [x, y] = [w / 2, h / 2]
  const cross = angle - Math.acos(apart / radius)
  const point = (turn: number): [number, number] => [
    x - dx + Math.cos(turn) * radius,
    y - dy + Math.sin(turn) * radius,
  ]
  const [[sx, sy], [ex, ey]] = [point(cross - 0.5), point(cross + 0.5)]
  return (
    ring(x - dx, y - dy, radius, a, thick) +
    ring(x + dx, y + dy, radius, b, thick) +
    stroke(pathData`M${sx} ${sy}A${radius} ${radius} 0 0 1 ${ex} ${ey}`, a, thick)
  )
}

const seam: CoverFigure = (random, { a, b, c }, w, h) => {
  const bumps = whole(random, 3, 6)
  const side = pick(random, [1, -1])
  const points = upTo(bumps + 3).map((i): [number, number] => {
    const swing = (i % 2 === 0 ? -1 : 1) * side * between(random, 0.06, 0.2) * w
    return [w / 2 + swing, ((i - 1) * h) / bumps]
  })
  const edge = smooth(points)
  const eye = w * between(random, 0.05, 0.085)
  const level = h * between(random, 0.3, 0.5)
  return (
    rect(0, 0, w, h, a) +
    shape(`${edge}V${Math.round(h * 2)}H${Math.round(w)}V-${Math.round(h)}z`, b) +
    disc(w * 0.17, level, eye, c) +
    disc(w * 0.83, level, eye, c)
  )
}

const halves: CoverFigure = (random, { a, b, c }, w, h) => {
  const radius = Math.min(w * 0.46, h * 0.38)
  const slide = radius * between(random, 0.2, 0.6) * pick(random, [1, -1])
  const flat = random() < 0.35
  const [x, y] = [w / 2, h / 2]
  const data = pathData`M0 ${-radius}a${radius} ${radius} 0 0 0 0 ${2 * radius}z`
  const half = (turn: number, shift: number, color: string): string =>
    shape(
      data,
      color,
      ` transform="translate(${Math.round(x + (flat ? shift : 0))} ${Math.round(y + (flat ? 0 : shift))})rotate(${turn + (flat ? 90 : 0)})"`,
    )
  const dot = radius * between(random, 0.16, 0.3)
  const [ox, oy] = flat ? [slide / 2, -radius * 0.5] : [-radius * 0.5, -slide / 2]
  return (
    half(0, -slide / 2, a) +
    half(180, slide / 2, b) +
    (random() < 0.6 ? disc(x + ox, y + oy, dot, c) + disc(x - ox, y - oy, dot, c) : '')
  )
}

/** Figures: always two. Colors: blush: pinks, crimsons, plums. */
export const relationships: CoverStyle = {
  ...roman,
  centered: true,
  seed: 'relationships-412',
  layouts: ['bottom', 'around'],
  figures: [overlap, links, seam, halves],
  colors: [
    '#f3a3b1 #3b0a25 #f3a3b1 #c5173f #fde3d6 #5b1247',
    '#7d0f3b #fde3d6 #7d0f3b #f2708a #f7b48f #fde3d6',
    '#f9c8a6 #3b0f38 #f9c8a6 #da3d50 #84318a #3b0f38',
    '#d6b6e8 #32104b #d6b6e8 #e4455f #6a35b0 #32104b',
    '#fbdccb #4c0d3a #e4526a #fbdccb #7d1550 #f9a98c',
    '#4d1548 #fbdccb #4d1548 #f18a76 #c74f9f #fbdccb',
  ],
}
