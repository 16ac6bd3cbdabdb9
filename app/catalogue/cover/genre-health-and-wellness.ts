import { between, cycle, pick, repeat, upTo, whole } from './random.ts'
import { ROUND, pathData, disc, shape, smooth, stroke } from './shapes.ts'
import { type CoverFigure, roman, type CoverStyle } from './style.ts'

const sprig: CoverFigure = (random, { a, b, c }, w, h) => {
  const lean = between(random, -0.14, 0.14) * w
  const pairs = whole(random, 3, 5)
  const [front, back] = pick(random, [
    [a, c],
    [a, b],
    [b, a],
  ] as const)
  const fat = between(random, 0.3, 0.46)
  const at = (t: number): [number, number] => [w / 2 + lean * t * t * 2 - lean, h - t * h * 0.8]
  const leaf = (x: number, y: number, angle: number, length: number): string => {
    const [dx, dy] = [Math.cos(angle) * length, Math.sin(angle) * length]
    const [nx, ny] = [-dy * fat, dx * fat]
    return (
      shape(
        pathData`M${x} ${y}Q${x + dx / 2 + nx} ${y + dy / 2 + ny} ${x + dx} ${y + dy}z`,
        front,
      ) +
      shape(pathData`M${x} ${y}Q${x + dx / 2 - nx} ${y + dy / 2 - ny} ${x + dx} ${y + dy}z`, back)
    )
  }
  const leaves = upTo(pairs).map((i) => {
    const t = (i + 0.25) / pairs
    const [x, y] = at(t)
    const length = w * 0.5 * (1 - t * 0.5)
    const rise = between(random, 0.42, 0.62)
    return (
      leaf(x, y, -rise, length) +
      leaf(x, y - h * 0.04, Math.PI + rise, length * between(random, 0.85, 1))
    )
  })
  const [tx, ty] = at(0.95)
  return (
    stroke(smooth([at(0), at(0.35), at(0.7), at(1)]), front, 9) +
    leaves.join('') +
    leaf(tx, ty, -Math.PI / 2 + lean / w, h * 0.24)
  )
}

const bloom: CoverFigure = (random, { a, b, c }, w, h, { bleed }) => {
  const petals = whole(random, 5, 11)
  const length =
    bleed === 'none' ? Math.min(w, h) * 0.5 : Math.min(w * 0.64, h * between(random, 0.62, 0.8))
  const x = w * (bleed === 'none' ? 0.5 : pick(random, [0.5, 0.5, 0.26, 0.76]))
  const y = bleed === 'none' ? h / 2 : bleed === 'bottom' ? length : h - length
  const width = Math.min(0.62, 2.5 / petals) * length
  const blunt = between(random, 0.75, 1)
  const layer = (size: number, offset: number, color: string): string =>
    `<g fill="${color}" transform="translate(${Math.round(x)} ${Math.round(y)})">${repeat(
      petals,
      (i) =>
        `<path d="${pathData`M0 0C${width * size} ${-length * size * 0.35} ${width * size * 0.8} ${-length * size * blunt} 0 ${-length * size}S${-width * size} ${-length * size * 0.35} 0 0z`}" transform="rotate(${Math.round((360 * (i + offset)) / petals)})"/>`,
    )}</g>`
  const [outer, inner, heart] = pick(random, [
    [a, b, c],
    [b, a, c],
    [c, b, a],
    [b, c, a],
  ] as const)
  return (
    layer(1, 0, outer) +
    layer(between(random, 0.5, 0.66), 0.5, inner) +
    disc(x, y, length * 0.16, heart)
  )
}

const cutPaper: CoverFigure = (random, { a, b, c }, w, h) => {
  const colors = pick(random, [
    [a, c],
    [b, a],
    [c, a],
    [a, b],
  ] as const)
  const fronds = whole(random, 2, 3)
  const share = w / fronds
  return repeat(fronds, (i) => {
    const thick = Math.min(share * between(random, 0.1, 0.14), h * 0.085)
    const x = share * (i + 0.5)
    const sway = between(random, -0.06, 0.06) * w
    const top = thick * 0.6 + h * between(random, 0, 0.12)
    const tall = h + thick - top
    const fingers = Math.max(2, Math.floor(tall / (thick * 1.65)) - 1)
    const limbs = upTo(fingers).map((j) => {
      const t = (j + 0.2) / (fingers + 0.5)
      const y = h + thick - t * tall
      const px = x + sway * Math.sin(t * Math.PI)
      const size =
        Math.min(share * 0.37, tall * 0.5, thick * 3.4) *
        (0.55 + 0.45 * Math.sin((t * 0.85 + 0.15) * Math.PI)) *
        between(random, 0.88, 1.04)
      return pathData`M${px - size} ${y - size * 0.72}Q${px - size * 0.75} ${y - size * 0.08} ${px} ${y}Q${px + size * 0.75} ${y - size * 0.08} ${px + size} ${y - size * 0.72}`
    })
    return stroke(
      smooth([
        [x, h + thick],
        [x + sway, (h + top) / 2],
        [x, top],
      ]) + limbs.join(''),
      cycle(colors, i),
      thick,
      ROUND,
    )
  })
}

const breath: CoverFigure = (random, { a, b, c, field }, w, h, { bleed }) => {
  const lobes = whole(random, 3, 6)
  const depth = between(random, 0.3, 0.55) / lobes
  const turn = between(random, 0, Math.PI)
  const layers = whole(random, 3, 5)
  const large = bleed === 'none' ? Math.min(w, h) * 0.5 : Math.min(w * 0.6, h * 0.72)
  const reach = large / (1 + depth)
  const y = bleed === 'none' ? h / 2 : bleed === 'bottom' ? large : h - large
  const twist = between(random, -0.2, 0.2)
  const colors = pick(random, [
    [a, b, c],
    [a, field, c, field],
    [c, b, a, b],
  ] as const)
  return repeat(layers, (i) => {
    const size = reach * (1 - i / layers) ** 0.9
    const points = upTo(lobes * 6).map((j): [number, number] => {
      const angle = (j / (lobes * 6)) * 2 * Math.PI
      const radius = size * (1 + depth * Math.cos(angle * lobes))
      return [
        w / 2 + Math.cos(angle + turn + i * twist) * radius,
        y + Math.sin(angle + turn + i * twist) * radius,
      ]
    })
    return shape(smooth(points, true), cycle(colors, i))
  })
}

/** Figures: leaves, petals, cut paper, breath. Colors: garden: greens with petal pinks. */
export const healthAndWellness: CoverStyle = {
  ...roman,
  seed: 'health-and-wellness-26',
  layouts: ['top', 'bottom', 'around'],
  figures: [sprig, bloom, cutPaper, breath],
  colors: [
    '#b9d8b4 #0d3527 #b9d8b4 #14633f #f7efd8 #ef7f6b',
    '#0e4a37 #f6ecd0 #0e4a37 #86c79a #f4a99c #ecd9a0',
    '#f5c3bc #0f3a2a #f5c3bc #16714a #fdf2e4 #df5238',
    '#f3ecc8 #12402e #1b6b4a #bfe0b4 #f3ecc8 #f3a08e',
    '#c2d26c #12302a #c2d26c #2f7d46 #fbf6dc #ea5f45',
  ],
}
