import {
  cycle,
  disc,
  fill,
  grid,
  line,
  mirrored,
  path,
  polar,
  rect,
  ROUND,
  smooth,
  tenth,
  times,
  type Figure,
} from './drawing.ts'

export const tiles: Figure = ({ w, h, a, b, c, random, whole, pick }) => {
  const down = Math.max(1, Math.round((h / w) * pick([3, 3.5, 4])))
  const cell = h / down
  return grid(Math.ceil(w / cell), down, (column, row) => {
    const [x, y] = [column * cell, h - (row + 1) * cell]
    const [cx, cy] = [x + cell / 2, y + cell / 2]
    const color = pick([a, a, b, c])
    const spin = ` transform="rotate(${whole(0, 3) * 90} ${tenth(cx)} ${tenth(cy)})"`
    const kind = random()
    if (kind < 0.42)
      return fill(color, spin)`M${x} ${y}h${cell}a${cell} ${cell} 0 0 1 ${-cell} ${cell}z`
    if (kind < 0.62) return fill(color, spin)`M${x} ${y}h${cell}L${x} ${y + cell}z`
    if (kind < 0.74) return disc(cx, cy, cell / 2, color)
    return kind < 0.88 && fill(color, spin)`M${x} ${y}h${cell}v${cell / 2}h${-cell}z`
  })
}

export const diagonals: Figure = ({ w, h, a, b, c, random, whole, between }) => {
  const count = whole(4, 7)
  const pitch = (w + h) / count
  const special = whole(1, count - 2)
  const down = random() < 0.3
  const bars = times(count, (i) => {
    const thick = pitch * 0.7 * between(0.28, 0.85)
    const x = (i + 0.5) * pitch
    return line(
      i === special ? b : cycle([a, a, c], i),
      thick,
    )`M${x - h - 60} ${h + 60}L${x + 60} -60`
  })
  return down ? mirrored(w, bars) : bars
}

export const arrows: Figure = ({ w, h, a, b, c, random, whole, between }) => {
  const count = whole(3, 6)
  const side = random() < 0.5
  const [long, wide] = side ? [w, h] : [h, w]
  const thick = (long / (count + 1)) * between(0.5, 0.72)
  const special = whole(0, count - 1)
  const point = Math.min(wide / 2, long * 0.5) * 0.9
  return times(count, (i) => {
    const tip = ((i + 1.1) * long) / (count + 0.6)
    const draw = line(i === special ? b : random() < 0.2 ? c : a, thick)
    return side
      ? draw`M${tip - point} -40L${tip} ${h / 2}L${tip - point} ${h + 40}`
      : draw`M-40 ${h - tip + point}L${w / 2} ${h - tip}L${w + 40} ${h - tip + point}`
  })
}

export const quilt: Figure = ({ w, h, a, b, c, field, whole, pick }) => {
  const across = pick([4, 6])
  const cell = w / across
  const half = across / 2
  const block = pick([2, 3])
  const [start, stride, tint] = [whole(0, 6), whole(1, 6), whole(1, 2)]
  const patches = grid(across, Math.ceil(h / cell), (column, row) => {
    const isRight = column >= half
    const isLower = Math.floor(row / block) % 2 === 1
    const i =
      (isRight ? across - 1 - column : column) +
      half * (isLower ? block - 1 - (row % block) : row % block)
    const [x, y] = [column * cell, row * cell]
    const [near, far] = isRight ? [x + cell, x] : [x, x + cell]
    const [top, foot] = isLower ? [y + cell, y] : [y, y + cell]
    const triangle = path`M${near} ${top}H${far}L${near} ${foot}z`
    const diamond = path`M${x} ${y + cell / 2}l${cell / 2} ${-cell / 2} ${cell / 2} ${cell / 2} ${-cell / 2} ${cell / 2}z`
    const other = path`M${near} ${top}H${far}V${foot}z`
    const kinds = [
      triangle,
      diamond,
      path`M${far} ${top}V${foot}H${near}z`,
      other,
      diamond,
      triangle,
      path`M${x} ${y}h${cell}v${cell}h${-cell}z`,
    ] as const
    return { color: (i * tint + start) % 3, data: cycle(kinds, start + i * stride) }
  })
  return [
    rect(0, 0, w, h, field),
    [a, b, c].map(
      (color, i) => fill(color)`${patches.map((patch) => (patch.color === i ? patch.data : ''))}`,
    ),
  ]
}

export const weave: Figure = ({ w, h, a, b, c, field, whole, between, pick }) => {
  const across = whole(5, 8)
  const pitch = w / across
  const thick = pitch * between(0.62, 0.82)
  const down = Math.ceil(h / pitch)
  const float = pick([2, 2, 3])
  const middle = (i: number) => (i + 0.5) * pitch
  const overs = times(across, (i) =>
    times(down + 1, (j) =>
      (i + j) % float === 0 ? path`M${middle(i)} ${middle(j) - pitch * 0.72}v${pitch * 1.44}` : '',
    ),
  ).flat()
  return [
    rect(0, 0, w, h, field),
    line(b, thick)`${times(across, (i) => path`M${middle(i)} 0v${h}`)}`,
    times(down, (i) => line(i % 3 === 0 ? c : a, thick)`M0 ${middle(i)}h${w}`),
    line(b, thick)`${overs}`,
  ]
}

export const scales: Figure = ({ w, h, a, whole, between, palette }) => {
  const across = whole(3, 4)
  const size = w / across
  const layers = palette('fafb afc bafc abf')
  const shrink = between(0.24, 0.3)
  return [
    rect(0, 0, w, h, a),
    `<g fill="none"${ROUND}>`,
    times(Math.ceil((h / size) * 2) + 1, (row) => {
      const start = path`M${row % 2 === 0 ? 0 : size / 2} ${(row * size) / 2}h0`
      const dots = start + path`m${size} 0h0`.repeat(across)
      return layers.map(
        (color, i) =>
          path`<path d="${dots}" stroke="${color}" stroke-width="${size * (1 - i * shrink)}"/>`,
      )
    }),
    '</g>',
  ]
}

export const kilim: Figure = ({ w, h, whole, between, palette }) => {
  const teeth = whole(2, 4)
  const half = w / teeth / 2
  const rise = half * between(0.55, 1)
  const colors = palette('afbc cafb abf')
  const rhythm = times(5, () => between(24, 92))
  const tooth = path`l${half} ${-rise} ${half} ${rise}`
  const bands: string[] = []
  for (let y = -rise; y < h + rise; y += rhythm[(bands.length - 1) % 5] ?? 0)
    bands.push(fill(cycle(colors, bands.length))`M0 ${y}${tooth.repeat(teeth)}V${h}H0z`)
  return [rect(0, 0, w, h, cycle(colors, -1)), bands]
}

export const interference: Figure = ({ w, h, a, b, c, random, between, pick }) => {
  const step = between(20, 28)
  const gap = between(0.16, 0.36) * w
  const angle = pick([0, 0.8, -0.8, Math.PI / 2])
  const reach =
    random() < 0.6
      ? Math.hypot(w, h) / 2 + gap / 2
      : Math.min(w, h) * 0.5 - Math.abs(Math.sin(angle) * gap) / 2
  const rings = (side: 1 | -1, color: string) => {
    const x = w / 2 + (side * Math.cos(angle) * gap) / 2
    const y = h / 2 + (side * Math.sin(angle) * gap) / 2
    const circles = times(reach / step - 0.3, (i) => {
      const radius = (i + 0.6) * step
      return path`M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`
    })
    return line(color, step * 0.34)`${circles}`
  }
  return [rings(-1, a), rings(1, pick([b, c]))]
}

export const sunflower: Figure = ({ w, h, a, b, bleed, whole, pick, middleOf }) => {
  const count = whole(120, 180)
  const reach = bleed === 'none' ? Math.min(w, h) * 0.49 : Math.min(w * 0.62, h * 0.78)
  const x = w * (bleed === 'none' ? 0.5 : pick([0.5, 0.5, 0.34, 0.67]))
  const y = middleOf(reach)
  const spread = (reach * 0.94) / Math.sqrt(count)
  const angle = pick([2.39996, 2.39996, 2.4125, 2.3872])
  const dots = times(count, (i) => {
    const [dx, dy] = polar(i * angle, spread * Math.sqrt(i + 0.4))
    return path`M${x + dx} ${y + dy}h0`
  })
  const firstOf = (band: number) => Math.round(count * (band / 5) ** 1.6)
  return times(
    5,
    (band) =>
      line(
        band < 2 ? b : a,
        spread * (0.5 + band * 0.25),
        ROUND,
      )`${dots.slice(firstOf(band), firstOf(band + 1))}`,
  )
}

export const refraction: Figure = ({ w, h, a, b, c, random, between, pick }) => {
  const pitch = between(22, 32)
  const radius = Math.min(w * 0.36, h * 0.4)
  const [x, y] = [w * pick([0.5, 0.5, 0.4, 0.6]), h / 2]
  const isSolid = random() < 0.35
  const chord = (offset: number) => Math.sqrt(Math.max(0, radius ** 2 - offset ** 2))
  const rows = Math.floor(h / pitch)
  const outside = times(rows, (i) => {
    const level = (h - (rows - 1) * pitch) / 2 + i * pitch
    const half = chord(level - y)
    if (half === 0) return path`M0 ${level}h${w}`
    return path`M0 ${level}H${x - half}M${x + half} ${level}H${w}`
  })
  const columns = Math.floor((radius * 2) / pitch)
  const inside = times(columns, (i) => {
    const across = x - radius + (i + 0.5) * ((radius * 2) / columns)
    const half = chord(across - x)
    return path`M${across} ${y - half}v${2 * half}`
  })
  return [
    line(a, pitch * 0.48)`${outside}`,
    isSolid && disc(x, y, radius, c),
    line(isSolid ? a : b, pitch * 0.48)`${inside}`,
  ]
}

export const lattice: Figure = ({ w, h, a, b, random, whole, between }) => {
  const cell = w / whole(9, 12)
  const [u, v] = [between(0.004, 0.011), between(0.004, 0.011)]
  const phase = random() * 6
  const [spotX, spotY] = [between(0.25, 0.75) * w, between(0.3, 0.7) * h]
  const down = Math.floor(h / cell)
  const dots = grid(w / cell, down, (column, row) => {
    const [x, y] = [(column + 0.5) * cell, (row + 0.5) * (h / down)]
    const isMarked = Math.hypot(x - spotX, y - spotY) < cell * 1.8
    const level = Math.floor(2.499 * (1 + Math.sin(x * u + phase + 1.7 * Math.sin(y * v))))
    return { level: isMarked ? -1 : level, data: path`M${x} ${y}h0` }
  })
  const at = (level: number) => dots.map((dot) => (dot.level === level ? dot.data : ''))
  return [
    times(5, (level) => line(a, cell * (0.16 + 0.18 * level), ROUND)`${at(level)}`),
    line(b, cell * 0.88, ROUND)`${at(-1)}`,
  ]
}

export const swell: Figure = ({ w, h, a, b, whole, between, pick }) => {
  const rows = Math.max(5, Math.round(h / between(34, 46)))
  const rise = between(0.5, 1.5) * (h / rows)
  const pitch = (h - 2 * rise) / (rows - 0.5)
  const special = whole(1, rows - 2)
  const length = between(0.55, 1.3) * w
  const drift = between(0.2, 0.55) * pick([1, -1])
  const beat = between(0.8, 2.4)
  return times(rows, (i) => {
    const points = times(15, (j): [number, number] => {
      const x = (j / 14) * (w + 60) - 30
      const lift =
        Math.sin((x / length) * 2 * Math.PI + i * drift) *
        (0.55 + 0.45 * Math.cos((x / w) * beat * Math.PI))
      return [x, rise + pitch * (i + 0.25) + lift * rise]
    })
    return line(i === special ? b : a, pitch * (i === special ? 0.62 : 0.46))`${smooth(points)}`
  })
}
