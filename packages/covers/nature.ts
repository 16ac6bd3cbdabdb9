import {
  around,
  cycle,
  disc,
  fill,
  line,
  path,
  polar,
  ROUND,
  smooth,
  times,
  type Figure,
} from './drawing.ts'

export const sprig: Figure = ({ w, h, whole, between, palette }) => {
  const lean = between(-0.14, 0.14) * w
  const pairs = whole(3, 5)
  const [front, back] = palette('ac ab ba')
  const fat = between(0.3, 0.46)
  const at = (t: number): [number, number] => [w / 2 + lean * t * t * 2 - lean, h - t * h * 0.8]
  const leaf = ([x, y]: [number, number], angle: number, length: number) => {
    const [dx, dy] = polar(angle, length)
    const half = (side: number) =>
      path`M${x} ${y}Q${x + dx / 2 - side * dy * fat} ${y + dy / 2 + side * dx * fat} ${x + dx} ${y + dy}z`
    return [fill(front)`${half(1)}`, fill(back)`${half(-1)}`]
  }
  const leaves = times(pairs, (i) => {
    const t = (i + 0.25) / pairs
    const [x, y] = at(t)
    const length = w * 0.5 * (1 - t * 0.5)
    const rise = between(0.42, 0.62)
    return [
      leaf([x, y], -rise, length),
      leaf([x, y - h * 0.04], Math.PI + rise, length * between(0.85, 1)),
    ]
  })
  return [
    line(front, 9)`${smooth([at(0), at(0.35), at(0.7), at(1)])}`,
    leaves,
    leaf(at(0.95), -Math.PI / 2 + lean / w, h * 0.24),
  ]
}

export const bloom: Figure = ({ w, h, bleed, whole, between, pick, palette, middleOf }) => {
  const petals = whole(5, 11)
  const length =
    bleed === 'none' ? Math.min(w, h) * 0.5 : Math.min(w * 0.64, h * between(0.62, 0.8))
  const x = w * (bleed === 'none' ? 0.5 : pick([0.5, 0.5, 0.26, 0.76]))
  const y = middleOf(length)
  const width = Math.min(0.62, 2.5 / petals) * length
  const blunt = between(0.75, 1)
  const layer = (size: number, offset: number, color: string) => [
    path`<g fill="${color}" transform="translate(${x} ${y})">`,
    times(
      petals,
      (i) =>
        path`<path d="M0 0C${width * size} ${-length * size * 0.35} ${width * size * 0.8} ${-length * size * blunt} 0 ${-length * size}S${-width * size} ${-length * size * 0.35} 0 0z" transform="rotate(${(360 * (i + offset)) / petals})"/>`,
    ),
    '</g>',
  ]
  const [outer, inner, heart] = palette('abc bac cba bca')
  return [
    layer(1, 0, outer),
    layer(between(0.5, 0.66), 0.5, inner),
    disc(x, y, length * 0.16, heart),
  ]
}

export const cutPaper: Figure = ({ w, h, whole, between, palette }) => {
  const colors = palette('ac ba ca ab')
  const fronds = whole(2, 3)
  const share = w / fronds
  return times(fronds, (i) => {
    const thick = Math.min(share * between(0.1, 0.14), h * 0.085)
    const x = share * (i + 0.5)
    const sway = between(-0.06, 0.06) * w
    const top = thick * 0.6 + h * between(0, 0.12)
    const foot = h + thick
    const tall = foot - top
    const fingers = Math.max(2, Math.floor(tall / (thick * 1.65)) - 1)
    const limbs = times(fingers, (j) => {
      const t = (j + 0.2) / (fingers + 0.5)
      const y = foot - t * tall
      const px = x + sway * Math.sin(t * Math.PI)
      const size =
        Math.min(share * 0.37, tall * 0.5, thick * 3.4) *
        (0.55 + 0.45 * Math.sin((t * 0.85 + 0.15) * Math.PI)) *
        between(0.88, 1.04)
      return path`M${px - size} ${y - size * 0.72}Q${px - size * 0.75} ${y - size * 0.08} ${px} ${y}Q${px + size * 0.75} ${y - size * 0.08} ${px + size} ${y - size * 0.72}`
    })
    const stem = smooth([
      [x, foot],
      [x + sway, (h + top) / 2],
      [x, top],
    ])
    return line(cycle(colors, i), thick, ROUND)`${stem}${limbs}`
  })
}

export const breath: Figure = ({ w, h, bleed, whole, between, palette, middleOf }) => {
  const lobes = whole(3, 6)
  const depth = between(0.3, 0.55) / lobes
  const turn = between(0, Math.PI)
  const layers = whole(3, 5)
  const large = bleed === 'none' ? Math.min(w, h) * 0.5 : Math.min(w * 0.6, h * 0.72)
  const twist = between(-0.2, 0.2)
  const colors = palette('abc afcf cbab')
  return times(layers, (i) => {
    const size = (large / (1 + depth)) * (1 - i / layers) ** 0.9
    const radiusAt = (angle: number) => size * (1 + depth * Math.cos(angle * lobes))
    return fill(
      cycle(colors, i),
    )`${around([w / 2, middleOf(large)], lobes * 6, radiusAt, turn + i * twist)}`
  })
}
