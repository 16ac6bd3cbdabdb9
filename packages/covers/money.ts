import {
  around,
  cycle,
  disc,
  fill,
  grid,
  line,
  path,
  ROUND,
  times,
  type Figure,
} from './drawing.ts'

export const stacks: Figure = ({ w, h, a, b, c, random, whole, between }) => {
  const columns = whole(3, 5)
  const pitch = (w - 60) / columns
  const coin = Math.min(h / whole(8, 12), pitch * 0.4)
  const most = Math.floor((h * 0.97) / coin)
  const isGrowing = random() < 0.6
  const special = whole(0, columns - 1)
  return times(columns, (i) => {
    const share = isGrowing ? (i + 1) / columns : between(0.2, 1)
    const count = Math.max(1, Math.min(most, Math.round(most * share * between(0.75, 1.1))))
    const x = 30 + i * pitch + pitch * 0.08 + coin / 2
    const pile = times(count, (j) => path`M${x} ${h - coin * (j + 0.5)}h${pitch * 0.84 - coin}`)
    return line(i === special ? c : cycle([a, a, b], i), coin * 0.78, ROUND)`${pile}`
  })
}

export const coins: Figure = ({ w, h, a, b, c, random, whole, pick }) => {
  const across = whole(3, 5)
  const cell = w / across
  const down = Math.max(2, Math.floor(h / cell))
  const rise = h / down
  const slope = pick([1, -1, 0])
  const odd = whole(0, across * down - 1)
  return grid(across, down, (column, row) => {
    const t = (row + 0.5) / down + (slope * (column - (across - 1) / 2)) / across / 1.6 + 0.1
    const radius = Math.min(cell, rise) * (0.14 + 0.34 * Math.min(1, Math.max(0, t)))
    const [x, y] = [cell * (column + 0.5), rise * (row + 0.5)]
    return [
      disc(x, y, radius, row * across + column === odd ? c : a),
      random() < 0.3 && fill(b)`M${x - radius} ${y}a${radius} ${radius} 0 0 0 ${2 * radius} 0z`,
    ]
  })
}

export const market: Figure = ({ w, h, a, b, c, whole, between }) => {
  const steps = whole(6, 9)
  return [b, a, c].map((color, layer) => {
    let level = h * (0.28 + layer * 0.2)
    const profile = times(steps, () => {
      level = Math.max(h * (0.04 + layer * 0.18), level + between(-0.2, 0.17) * h)
      level = Math.min(h * 0.92, level)
      return path`V${level}h${w / steps + 1}`
    })
    return fill(color)`M0 ${h}${profile}V${h}z`
  })
}
export const shares: Figure = ({ w, h, a, b, c, whole, between }) => {
  const radius = Math.min(w * 0.4, h * 0.48)
  const parts = whole(3, 6)
  const cuts = times(
    parts + 1,
    (i) => radius * (-1 + (2 * (i + (i % parts === 0 ? 0 : between(-0.2, 0.2)))) / parts),
  )
  const special = whole(0, parts - 1)
  const y = h / 2
  return times(parts, (i) => {
    const [from, to] = cuts.slice(i) as [number, number]
    const [start, end] = [from, to].map((cut) =>
      Math.sqrt(Math.max(0, radius ** 2 - cut ** 2)),
    ) as [number, number]
    const x = w / 2 + (i % 2 === 0 ? -1 : 1) * between(0.04, 0.34) * radius
    return fill(
      i === special ? c : cycle([a, b], i),
    )`M${x - start} ${y + from}H${x + start}A${radius} ${radius} 0 0 1 ${x + end} ${y + to}H${x - end}A${radius} ${radius} 0 0 1 ${x - start} ${y + from}z`
  })
}
export const banknote: Figure = ({ w, h, a, c, whole, between, pick }) => {
  const many = whole(9, 14)
  const depth = between(0.16, 0.3)
  const size = Math.min(w, h) / 2 / (1 + depth) - 6
  const heart = size * between(0.2, 0.3)
  const roses = (scale: number, deep: number, lobes: number) =>
    [0, Math.PI].map((turn) =>
      around(
        [w / 2, h / 2],
        lobes * 4,
        (angle) => size * scale * (1 + deep * Math.cos(angle * lobes + turn)),
      ),
    )
  return [
    line(a, 6)`${roses(1, depth, many)}`,
    line(pick([a, c]), 6)`${roses(0.56, depth * 1.1, many - 3)}`,
    disc(w / 2, h / 2, heart, c),
  ]
}
