import {
  ROUND,
  between,
  cycle,
  d,
  disc,
  pick,
  r1,
  rect,
  shape,
  smooth,
  stroke,
  upTo,
  whole,
  type Figure,
} from './shapes.ts'

// Money and economics: coins, columns, markets, banknote lines.

const stacks: Figure = (random, { a, b, c }, w, h) => {
  const columns = whole(random, 3, 5)
  const pitch = (w - 60) / columns
  const coin = Math.min(h / whole(random, 8, 12), pitch * 0.4)
  const most = Math.floor((h * 0.97) / coin)
  const grow = random() < 0.6
  const special = whole(random, 0, columns - 1)
  return upTo(columns)
    .map((i) => {
      const share = grow ? (i + 1) / columns : between(random, 0.2, 1)
      const count = Math.max(
        1,
        Math.min(most, Math.round(most * share * between(random, 0.75, 1.1))),
      )
      const data = upTo(count)
        .map(
          (j) =>
            d`M${30 + i * pitch + pitch * 0.08 + coin / 2} ${h - coin * (j + 0.5)}h${pitch * 0.84 - coin}`,
        )
        .join('')
      return stroke(data, i === special ? c : cycle([a, a, b], i), coin * 0.78, ROUND)
    })
    .join('')
}

const coins: Figure = (random, { a, b, c }, w, h) => {
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
        sizes.push(shape(d`M${x - radius} ${y}a${radius} ${radius} 0 0 0 ${2 * radius} 0z`, b))
    }
  }
  return sizes.join('')
}

const market: Figure = (random, { a, b, c }, w, h) => {
  const steps = whole(random, 6, 9)
  const run = w / steps
  const layers = [b, a, c]
  return layers
    .map((colour, layer) => {
      let level = h * (0.28 + layer * 0.2)
      const data = upTo(steps).map(() => {
        level = Math.min(
          h * 0.92,
          Math.max(h * (0.04 + layer * 0.18), level + between(random, -0.2, 0.17) * h),
        )
        return d`V${level}h${run + 1}`
      })
      return shape(`M0 ${Math.round(h)}${data.join('')}V${Math.round(h)}z`, colour)
    })
    .join('')
}

const shares: Figure = (random, { a, b, c }, w, h) => {
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
      d`M${x - start} ${y + from}H${x + start}A${radius} ${radius} 0 0 1 ${x + end} ${y + to}H${x - end}A${radius} ${radius} 0 0 1 ${x - start} ${y + from}z`,
      i === special ? c : cycle([a, b], i),
    )
  })
  return slices.join('')
}

const banknote: Figure = (random, { a, c }, w, h) => {
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

// Career and business: blocks, bars, stairs, arrows.

const tiles: Figure = (random, { a, b, c }, w, h) => {
  const down = Math.max(1, Math.round((h / w) * pick(random, [3, 3.5, 4])))
  const cell = h / down
  const out: string[] = []
  for (const row of upTo(down)) {
    for (const column of upTo(Math.ceil(w / cell))) {
      const [x, y] = [column * cell, h - (row + 1) * cell]
      const colour = cycle([a, a, b, c], whole(random, 0, 3))
      const turn = whole(random, 0, 3)
      const spin = ` transform="rotate(${turn * 90} ${r1(x + cell / 2)} ${r1(y + cell / 2)})"`
      const kind = random()
      if (kind < 0.42)
        out.push(shape(d`M${x} ${y}h${cell}a${cell} ${cell} 0 0 1 ${-cell} ${cell}z`, colour, spin))
      else if (kind < 0.62) out.push(shape(d`M${x} ${y}h${cell}L${x} ${y + cell}z`, colour, spin))
      else if (kind < 0.74) out.push(disc(x + cell / 2, y + cell / 2, cell / 2, colour))
      else if (kind < 0.88)
        out.push(shape(d`M${x} ${y}h${cell}v${cell / 2}h${-cell}z`, colour, spin))
    }
  }
  return out.join('')
}

const diagonals: Figure = (random, { a, b, c }, w, h) => {
  const count = whole(random, 4, 7)
  const pitch = (w + h) / count
  const special = whole(random, 1, count - 2)
  const down = random() < 0.3
  const bars = upTo(count).map((i) => {
    const thick = pitch * 0.7 * between(random, 0.28, 0.85)
    const x = (i + 0.5) * pitch
    return stroke(
      d`M${x - h - 60} ${h + 60}L${x + 60} -60`,
      i === special ? b : cycle([a, a, c], i),
      thick,
    )
  })
  return down ? `<g transform="matrix(-1 0 0 1 ${w} 0)">${bars.join('')}</g>` : bars.join('')
}

const stairs: Figure = (random, { a, b, c }, w, h) => {
  const steps = whole(random, 3, 6)
  const run = w / steps
  const rise = (h * 0.72) / steps
  const twoTone = random() < 0.6
  const blocks = twoTone
    ? upTo(steps).map((i) =>
        rect(i * run, h - (i + 1) * rise, run + 1, (i + 1) * rise, cycle([a, c], i)),
      )
    : [
        shape(
          `M0 ${Math.round(h)}${upTo(steps)
            .map((i) => d`V${h - (i + 1) * rise}H${(i + 1) * run}`)
            .join('')}V${Math.round(h)}z`,
          a,
        ),
      ]
  const on = whole(random, 0, steps - 2)
  const radius = Math.min(run, rise * 1.6) * 0.42
  const flip = random() < 0.25
  const all = blocks.join('') + disc((on + 0.5) * run, h - (on + 1) * rise - radius, radius, b)
  return flip ? `<g transform="matrix(-1 0 0 1 ${w} 0)">${all}</g>` : all
}

const arrows: Figure = (random, { a, b, c }, w, h) => {
  const count = whole(random, 3, 6)
  const side = random() < 0.5
  const [long, wide] = side ? [w, h] : [h, w]
  const thick = (long / (count + 1)) * between(random, 0.5, 0.72)
  const special = whole(random, 0, count - 1)
  const point = Math.min(wide / 2, long * 0.5) * 0.9
  return upTo(count)
    .map((i) => {
      const tip = ((i + 1.1) * long) / (count + 0.6)
      const colour = i === special ? b : random() < 0.2 ? c : a
      const data = side
        ? d`M${tip - point} -40L${tip} ${h / 2}L${tip - point} ${h + 40}`
        : d`M-40 ${h - tip + point}L${w / 2} ${h - tip}L${w + 40} ${h - tip + point}`
      return stroke(data, colour, thick)
    })
    .join('')
}

// Science and technology: waves, lattices, orbits, measured line work.

const interference: Figure = (random, { a, b, c }, w, h) => {
  const step = between(random, 20, 28)
  const gap = between(random, 0.16, 0.36) * w
  const angle = pick(random, [0, 0.8, -0.8, Math.PI / 2])
  const full = random() < 0.6
  const reach = full
    ? Math.hypot(w, h) / 2 + gap / 2
    : Math.min(w, h) * 0.5 - Math.abs(Math.sin(angle) * gap) / 2
  const set = (side: number, colour: string): string => {
    const [x, y] = [
      w / 2 + (side * Math.cos(angle) * gap) / 2,
      h / 2 + (side * Math.sin(angle) * gap) / 2,
    ]
    const circles = upTo(reach / step - 0.3).map((i) => {
      const radius = (i + 0.6) * step
      return d`M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`
    })
    return stroke(circles.join(''), colour, step * 0.34)
  }
  return set(-1, a) + set(1, pick(random, [b, c]))
}

const sunflower: Figure = (random, { a, b }, w, h, { bleed }) => {
  const count = whole(random, 120, 180)
  const reach = bleed === 'none' ? Math.min(w, h) * 0.49 : Math.min(w * 0.62, h * 0.78)
  const x = w * (bleed === 'none' ? 0.5 : pick(random, [0.5, 0.5, 0.34, 0.67]))
  const y = bleed === 'none' ? h / 2 : bleed === 'bottom' ? reach : h - reach
  const spread = (reach * 0.94) / Math.sqrt(count)
  const bands = 5
  const angle = pick(random, [2.39996, 2.39996, 2.4125, 2.3872])
  return upTo(bands)
    .map((band) => {
      const from = Math.round(count * (band / bands) ** 1.6)
      const to = Math.round(count * ((band + 1) / bands) ** 1.6)
      const dots = upTo(to - from).map((j) => {
        const i = from + j
        const radius = spread * Math.sqrt(i + 0.4)
        return d`M${x + Math.cos(i * angle) * radius} ${y + Math.sin(i * angle) * radius}h0`
      })
      return stroke(dots.join(''), band < 2 ? b : a, spread * (0.5 + band * 0.25), ROUND)
    })
    .join('')
}

const refraction: Figure = (random, { a, b, c }, w, h) => {
  const pitch = between(random, 22, 32)
  const radius = Math.min(w * 0.36, h * 0.4)
  const x = w * pick(random, [0.5, 0.5, 0.4, 0.6])
  const y = h / 2
  const solid = random() < 0.35
  const chord = (offset: number): number =>
    Math.abs(offset) < radius ? Math.sqrt(radius ** 2 - offset ** 2) : 0
  const outside = upTo(h / pitch).map((i) => {
    const level = (h - (Math.floor(h / pitch) - 1) * pitch) / 2 + i * pitch
    const half = chord(level - y)
    return half === 0 ? d`M0 ${level}h${w}` : d`M0 ${level}H${x - half}M${x + half} ${level}H${w}`
  })
  const inside = upTo((radius * 2) / pitch).map((i) => {
    const across = x - radius + (i + 0.5) * ((radius * 2) / Math.floor((radius * 2) / pitch))
    const half = chord(across - x)
    return d`M${across} ${y - half}v${2 * half}`
  })
  const core = solid ? disc(x, y, radius, c) : ''
  return (
    stroke(outside.join(''), a, pitch * 0.48) +
    core +
    stroke(inside.join(''), solid ? a : b, pitch * 0.48)
  )
}

const lattice: Figure = (random, { a, b }, w, h) => {
  const cell = w / whole(random, 9, 12)
  const [u, v] = [between(random, 0.004, 0.011), between(random, 0.004, 0.011)]
  const phase = random() * 6
  const levels: string[] = ['', '', '', '', '']
  const spot = [between(random, 0.25, 0.75) * w, between(random, 0.3, 0.7) * h] as const
  let marked = ''
  for (const row of upTo(h / cell)) {
    for (const column of upTo(w / cell)) {
      const [x, y] = [(column + 0.5) * cell, (row + 0.5) * (h / Math.floor(h / cell))]
      const level = Math.floor(2.499 * (1 + Math.sin(x * u + phase + 1.7 * Math.sin(y * v))))
      const dot = d`M${x} ${y}h0`
      if (Math.hypot(x - spot[0], y - spot[1]) < cell * 1.8) marked += dot
      else levels[level] += dot
    }
  }
  return (
    levels.map((data, level) => stroke(data, a, cell * (0.16 + 0.18 * level), ROUND)).join('') +
    stroke(marked, b, cell * 0.88, ROUND)
  )
}

const swell: Figure = (random, { a, b }, w, h) => {
  const rows = Math.max(5, Math.round(h / between(random, 34, 46)))
  const rise = between(random, 0.5, 1.5) * (h / rows)
  const pitch = (h - 2 * rise) / (rows - 0.5)
  const special = whole(random, 1, rows - 2)
  const length = between(random, 0.55, 1.3) * w
  const drift = between(random, 0.2, 0.55) * pick(random, [1, -1])
  const beat = between(random, 0.8, 2.4)
  return upTo(rows)
    .map((i) => {
      const points = upTo(15).map((j): [number, number] => {
        const x = (j / 14) * (w + 60) - 30
        const lift =
          Math.sin((x / length) * 2 * Math.PI + i * drift) *
          (0.55 + 0.45 * Math.cos((x / w) * beat * Math.PI))
        return [x, rise + pitch * (i + 0.25) + lift * rise]
      })
      return stroke(smooth(points), i === special ? b : a, pitch * (i === special ? 0.62 : 0.46))
    })
    .join('')
}

/** Figures for money and economics. */
export const moneyFigures = [stacks, coins, market, shares, banknote] as const
/** Figures for career and business. */
export const careerFigures = [tiles, diagonals, stairs, arrows] as const
/** Figures for science and technology. */
export const scienceFigures = [interference, sunflower, refraction, lattice, swell] as const
