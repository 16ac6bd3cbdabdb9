import { between, pick, repeat, upTo, whole } from './random.ts'
import { ROUND, pathData, disc, smooth, stroke } from './shapes.ts'
import { type CoverFigure, grotesk, type CoverStyle } from './style.ts'

const interference: CoverFigure = (random, { a, b, c }, w, h) => {
  const step = between(random, 20, 28)
  const gap = between(random, 0.16, 0.36) * w
  const angle = pick(random, [0, 0.8, -0.8, Math.PI / 2])
  const full = random() < 0.6
  const reach = full
    ? Math.hypot(w, h) / 2 + gap / 2
    : Math.min(w, h) * 0.5 - Math.abs(Math.sin(angle) * gap) / 2
  const set = (side: number, color: string): string => {
    const [x, y] = [
      w / 2 + (side * Math.cos(angle) * gap) / 2,
      h / 2 + (side * Math.sin(angle) * gap) / 2,
    ]
    const circles = upTo(reach / step - 0.3).map((i) => {
      const radius = (i + 0.6) * step
      return pathData`M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`
    })
    return stroke(circles.join(''), color, step * 0.34)
  }
  return set(-1, a) + set(1, pick(random, [b, c]))
}

const sunflower: CoverFigure = (random, { a, b }, w, h, { bleed }) => {
  const count = whole(random, 120, 180)
  const reach = bleed === 'none' ? Math.min(w, h) * 0.49 : Math.min(w * 0.62, h * 0.78)
  const x = w * (bleed === 'none' ? 0.5 : pick(random, [0.5, 0.5, 0.34, 0.67]))
  const y = bleed === 'none' ? h / 2 : bleed === 'bottom' ? reach : h - reach
  const spread = (reach * 0.94) / Math.sqrt(count)
  const bands = 5
  const angle = pick(random, [2.39996, 2.39996, 2.4125, 2.3872])
  return repeat(bands, (band) => {
    const from = Math.round(count * (band / bands) ** 1.6)
    const to = Math.round(count * ((band + 1) / bands) ** 1.6)
    const dots = upTo(to - from).map((j) => {
      const i = from + j
      const radius = spread * Math.sqrt(i + 0.4)
      return pathData`M${x + Math.cos(i * angle) * radius} ${y + Math.sin(i * angle) * radius}h0`
    })
    return stroke(dots.join(''), band < 2 ? b : a, spread * (0.5 + band * 0.25), ROUND)
  })
}

const refraction: CoverFigure = (random, { a, b, c }, w, h) => {
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
    return half === 0
      ? pathData`M0 ${level}h${w}`
      : pathData`M0 ${level}H${x - half}M${x + half} ${level}H${w}`
  })
  const inside = upTo((radius * 2) / pitch).map((i) => {
    const across = x - radius + (i + 0.5) * ((radius * 2) / Math.floor((radius * 2) / pitch))
    const half = chord(across - x)
    return pathData`M${across} ${y - half}v${2 * half}`
  })
  const core = solid ? disc(x, y, radius, c) : ''
  return (
    stroke(outside.join(''), a, pitch * 0.48) +
    core +
    stroke(inside.join(''), solid ? a : b, pitch * 0.48)
  )
}

const lattice: CoverFigure = (random, { a, b }, w, h) => {
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
      const dot = pathData`M${x} ${y}h0`
      if (Math.hypot(x - spot[0], y - spot[1]) < cell * 1.8) marked += dot
      else levels[level] += dot
    }
  }
  return (
    levels.map((data, level) => stroke(data, a, cell * (0.16 + 0.18 * level), ROUND)).join('') +
    stroke(marked, b, cell * 0.88, ROUND)
  )
}

const swell: CoverFigure = (random, { a, b }, w, h) => {
  const rows = Math.max(5, Math.round(h / between(random, 34, 46)))
  const rise = between(random, 0.5, 1.5) * (h / rows)
  const pitch = (h - 2 * rise) / (rows - 0.5)
  const special = whole(random, 1, rows - 2)
  const length = between(random, 0.55, 1.3) * w
  const drift = between(random, 0.2, 0.55) * pick(random, [1, -1])
  const beat = between(random, 0.8, 2.4)
  return repeat(rows, (i) => {
    const points = upTo(15).map((j): [number, number] => {
      const x = (j / 14) * (w + 60) - 30
      const lift =
        Math.sin((x / length) * 2 * Math.PI + i * drift) *
        (0.55 + 0.45 * Math.cos((x / w) * beat * Math.PI))
      return [x, rise + pitch * (i + 0.25) + lift * rise]
    })
    return stroke(smooth(points), i === special ? b : a, pitch * (i === special ? 0.62 : 0.46))
  })
}

/** Figures: waves, lattices, orbits, measured line work. Colors: instrument panel: deep blues with one signal color. */
export const scienceAndTechnology: CoverStyle = {
  ...grotesk,
  seed: 'science-and-technology-416',
  layouts: ['bottom', 'around'],
  figures: [interference, sunflower, refraction, lattice, swell],
  colors: [
    '#121f6e #f6f2e4 #121f6e #f6f2e4 #ff5b36 #6f9bff',
    '#0a5a63 #f3f6e6 #0a5a63 #d6efe2 #ffc233 #ff7a52',
    '#b9d6ec #0d1b4e #b9d6ec #0d1b4e #f4432a #2a62d8',
    '#171b2e #e0f25a #171b2e #f4f1e2 #e0f25a #5f83ff',
    '#3a2fb4 #fbf3ff #3a2fb4 #fbf3ff #ff8fb0 #8fe3ff',
    '#8fd0c9 #0b2a3c #8fd0c9 #0b2a3c #f2482c #fdf7e3',
  ],
}
