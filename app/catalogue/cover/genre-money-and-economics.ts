import { between, cycle, pick, repeat, upTo, whole } from './random.ts'
import { ROUND, pathData, disc, shape, smooth, stroke } from './shapes.ts'
import { type CoverFigure, grotesk, type CoverStyle } from './style.ts'

const stacks: CoverFigure = (random, { a, b, c }, w, h) => {
  const columns = whole(random, 3, 5)
  const pitch = (w - 60) / columns
  const coin = Math.min(h / whole(random, 8, 12), pitch * 0.4)
  const most = Math.floor((h * 0.97) / coin)
  const grow = random() < 0.6
  const special = whole(random, 0, columns - 1)
  return repeat(columns, (i) => {
    const share = grow ? (i + 1) / columns : between(random, 0.2, 1)
    const count = Math.max(1, Math.min(most, Math.round(most * share * between(random, 0.75, 1.1))))
    const data = repeat(
      count,
      (j) =>
        pathData`M${30 + i * pitch + pitch * 0.08 + coin / 2} ${h - coin * (j + 0.5)}h${pitch * 0.84 - coin}`,
    )
    return stroke(data, i === special ? c : cycle([a, a, b], i), coin * 0.78, ROUND)
  })
}

const coins: CoverFigure = (random, { a, b, c }, w, h) => {
  const across = whole(random, 3, 5)
  const cell = w / across
  const down = Math.max(2, Math.floor(h / cell))
  const rise = h / down
  const fx = pick(random, [1, -1, 0])
  const sizes: string[] = []
  const odd = whole(random, 0, across * down - 1)
  for (const row of upTo(down)) {
    for (const column of upTo(across)) {
      const t = (row + 0.5) / down + (fx * (column - (across - 1) / 2)) / across / 1.6 + 0.1
      const radius = Math.min(cell, rise) * (0.14 + 0.34 * Math.min(1, Math.max(0, t)))
      const [x, y] = [cell * (column + 0.5), rise * (row + 0.5)]
      sizes.push(disc(x, y, radius, row * across + column === odd ? c : a))
      if (random() < 0.3)
        sizes.push(
          shape(pathData`M${x - radius} ${y}a${radius} ${radius} 0 0 0 ${2 * radius} 0z`, b),
        )
    }
  }
  return sizes.join('')
}

const market: CoverFigure = (random, { a, b, c }, w, h) => {
  const steps = whole(random, 6, 9)
  const run = w / steps
  const layers = [b, a, c]
  return layers
    .map((color, layer) => {
      let level = h * (0.28 + layer * 0.2)
      const data = upTo(steps).map(() => {
        level = Math.min(
          h * 0.92,
          Math.max(h * (0.04 + layer * 0.18), level + between(random, -0.2, 0.17) * h),
        )
        return pathData`V${level}h${run + 1}`
      })
      return shape(`M0 ${Math.round(h)}${data.join('')}V${Math.round(h)}z`, color)
    })
    .join('')
}

const shares: CoverFigure = (random, { a, b, c }, w, h) => {
  const radius = Math.min(w * 0.4, h * 0.48)
  const parts = whole(random, 3, 6)
  const cuts = upTo(parts + 1).map(
    (i) => -1 + (2 * (i + (i === 0 || i === parts ? 0 : between(random, -0.2, 0.2)))) / parts,
  )
  const special = whole(random, 0, parts - 1)
  const slices = upTo(parts).map((i) => {
    const [from, to] = [(cuts[i] ?? 0) * radius, (cuts[i + 1] ?? 0) * radius]
    const [start, end] = [
      Math.sqrt(Math.max(0, radius ** 2 - from ** 2)),
      Math.sqrt(Math.max(0, radius ** 2 - to ** 2)),
    ]
    const x = w / 2 + (i % 2 === 0 ? -1 : 1) * between(random, 0.04, 0.34) * radius
    const y = h / 2
    return shape(
      pathData`M${x - start} ${y + from}H${x + start}A${radius} ${radius} 0 0 1 ${x + end} ${y + to}H${x - end}A${radius} ${radius} 0 0 1 ${x - start} ${y + from}z`,
      i === special ? c : cycle([a, b], i),
    )
  })
  return slices.join('')
}

const banknote: CoverFigure = (random, { a, c }, w, h) => {
  const reach = Math.min(w * 0.5, h * 0.5)
  const many = whole(random, 9, 14)
  const rose = (size: number, depth: number, lobes: number, turn: number): string => {
    const points = upTo(lobes * 4).map((i): [number, number] => {
      const angle = (i / (lobes * 4)) * 2 * Math.PI
      const radius = size * (1 + depth * Math.cos(angle * lobes + turn))
      return [w / 2 + Math.cos(angle) * radius, h / 2 + Math.sin(angle) * radius]
    })
    return smooth(points, true)
  }
  const depth = between(random, 0.16, 0.3)
  const size = reach / (1 + depth) - 6
  const heart = size * between(random, 0.2, 0.3)
  return (
    stroke(rose(size, depth, many, 0) + rose(size, depth, many, Math.PI), a, 6) +
    stroke(
      rose(size * 0.56, depth * 1.1, many - 3, 0) +
        rose(size * 0.56, depth * 1.1, many - 3, Math.PI),
      pick(random, [a, c]),
      6,
    ) +
    disc(w / 2, h / 2, heart, c)
  )
}

/** Figures: coins, columns, markets, banknote lines. Colors: ledger: salmon newsprint, gold, bottle and ink. */
export const moneyAndEconomics: CoverStyle = {
  ...grotesk,
  seed: 'money-and-economics-370',
  layouts: ['top', 'around'],
  figures: [stacks, coins, market, shares, banknote],
  colors: [
    '#f5b896 #1b1714 #f5b896 #0c4f3e #fde8d6 #1b1714',
    '#33201d #f8c9ab #33201d #f2a983 #8c4a34 #e0b03a',
    '#d8a02c #1a1510 #d8a02c #1a1510 #f9e8bf #8f2f17',
    '#f6d3ba #12352b #12352b #f2a983 #d8a02c #f8ead8',
    '#173a31 #f8d2b2 #173a31 #e2b13c #f2a983 #f8ead8',
  ],
}
