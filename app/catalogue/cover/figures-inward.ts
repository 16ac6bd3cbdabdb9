import {
  ROUND,
  between,
  cycle,
  d,
  disc,
  pick,
  rect,
  ring,
  shape,
  smooth,
  stroke,
  upTo,
  whole,
  type Figure,
} from './shapes.ts'

// Self-help: suns, doorways and things in balance.

const rising: Figure = (random, { a, b, c, field }, w, h) => {
  const x = w * pick(random, [0.5, 0.5, 0.28, 0.74])
  const reach = Math.max(h * 0.96, Math.hypot(Math.max(x, w - x), 0) * 0.9)
  const rings = whole(random, 3, 6)
  const bend = between(random, 0.8, 1.25)
  const colours = pick(random, [
    [a, b, a, b],
    [a, field, b, field],
    [b, a, c],
  ] as const)
  return upTo(rings)
    .map((i) => disc(x, h, reach * (1 - i / rings) ** bend, cycle(colours, i)))
    .join('')
}

const doorways: Figure = (random, { a, b, c }, w, h) => {
  const floor = h * between(random, 0.66, 0.76)
  const radius = Math.min(w * between(random, 0.16, 0.24), floor * 0.42)
  const x = w * pick(random, [0.34, 0.5, 0.66])
  const top = floor * between(random, 0.08, 0.2)
  const slant = pick(random, [-1, 1]) * between(random, 0.4, 1.3) * radius + (w / 2 - x)
  const frames = whole(random, 0, 2)
  const door = (size: number, up: number, colour: string): string =>
    shape(
      d`M${x - size} ${floor}V${up + size}a${size} ${size} 0 0 1 ${2 * size} 0V${floor}z`,
      colour,
    )
  const [wall, light, sun] = pick(random, [
    [a, b, a],
    [c, b, a],
    [a, b, c],
  ] as const)
  return (
    rect(0, floor, w, h - floor + 1, wall) +
    upTo(frames)
      .map((i) =>
        door(
          radius * (1 + 0.34 * (frames - i)),
          Math.max(4, top - radius * 0.3 * (frames - i)),
          i % 2 === frames % 2 ? wall : c,
        ),
      )
      .join('') +
    door(radius, top, light) +
    disc(
      x + radius * between(random, -0.3, 0.3),
      floor - radius * between(random, 0.8, 1.5),
      radius * 0.42,
      sun,
    ) +
    shape(
      d`M${x - radius} ${floor - 2}H${x + radius}V${floor}L${x + radius * 1.7 + slant} ${h + 2}H${x - radius * 1.7 + slant}L${x - radius} ${floor}z`,
      light,
    )
  )
}

const balance: Figure = (random, { a, b, c }, w, h) => {
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
      const colour = cycle([a, b, c], i)
      const foot = y
      y -= tall
      if (last === 'dome')
        return shape(d`M${x - tall} ${foot}a${tall} ${tall} 0 0 1 ${2 * tall} 0z`, colour)
      if (last === 'bowl')
        return shape(d`M${x - tall} ${y}a${tall} ${tall} 0 0 0 ${2 * tall} 0z`, colour)
      if (last === 'disc') return disc(x, (y + foot) / 2, tall / 2, colour)
      return stroke(d`M${x - tall * 0.7} ${foot - tall / 2}h${tall * 1.4}`, colour, tall, ROUND)
    })
    .join('')
}

const setting: Figure = (random, { a, b, c, field }, w, h) => {
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

// Health and wellness: leaves, petals, cut paper, breath.

const sprig: Figure = (random, { a, b, c }, w, h) => {
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
      shape(d`M${x} ${y}Q${x + dx / 2 + nx} ${y + dy / 2 + ny} ${x + dx} ${y + dy}z`, front) +
      shape(d`M${x} ${y}Q${x + dx / 2 - nx} ${y + dy / 2 - ny} ${x + dx} ${y + dy}z`, back)
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

const bloom: Figure = (random, { a, b, c }, w, h, { bleed }) => {
  const petals = whole(random, 5, 11)
  const length =
    bleed === 'none' ? Math.min(w, h) * 0.5 : Math.min(w * 0.64, h * between(random, 0.62, 0.8))
  const x = w * (bleed === 'none' ? 0.5 : pick(random, [0.5, 0.5, 0.26, 0.76]))
  const y = bleed === 'none' ? h / 2 : bleed === 'bottom' ? length : h - length
  const width = Math.min(0.62, 2.5 / petals) * length
  const blunt = between(random, 0.75, 1)
  const layer = (size: number, offset: number, colour: string): string =>
    `<g fill="${colour}" transform="translate(${Math.round(x)} ${Math.round(y)})">${upTo(petals)
      .map(
        (i) =>
          `<path d="${d`M0 0C${width * size} ${-length * size * 0.35} ${width * size * 0.8} ${-length * size * blunt} 0 ${-length * size}S${-width * size} ${-length * size * 0.35} 0 0z`}" transform="rotate(${Math.round((360 * (i + offset)) / petals)})"/>`,
      )
      .join('')}</g>`
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

const cutPaper: Figure = (random, { a, b, c }, w, h) => {
  const colours = pick(random, [
    [a, c],
    [b, a],
    [c, a],
    [a, b],
  ] as const)
  const fronds = whole(random, 2, 3)
  const share = w / fronds
  return upTo(fronds)
    .map((i) => {
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
        return d`M${px - size} ${y - size * 0.72}Q${px - size * 0.75} ${y - size * 0.08} ${px} ${y}Q${px + size * 0.75} ${y - size * 0.08} ${px + size} ${y - size * 0.72}`
      })
      return stroke(
        smooth([
          [x, h + thick],
          [x + sway, (h + top) / 2],
          [x, top],
        ]) + limbs.join(''),
        cycle(colours, i),
        thick,
        ROUND,
      )
    })
    .join('')
}

const breath: Figure = (random, { a, b, c, field }, w, h, { bleed }) => {
  const lobes = whole(random, 3, 6)
  const depth = between(random, 0.3, 0.55) / lobes
  const turn = between(random, 0, Math.PI)
  const layers = whole(random, 3, 5)
  const large = bleed === 'none' ? Math.min(w, h) * 0.5 : Math.min(w * 0.6, h * 0.72)
  const reach = large / (1 + depth)
  const y = bleed === 'none' ? h / 2 : bleed === 'bottom' ? large : h - large
  const twist = between(random, -0.2, 0.2)
  const colours = pick(random, [
    [a, b, c],
    [a, field, c, field],
    [c, b, a, b],
  ] as const)
  return upTo(layers)
    .map((i) => {
      const size = reach * (1 - i / layers) ** 0.9
      const points = upTo(lobes * 6).map((j): [number, number] => {
        const angle = (j / (lobes * 6)) * 2 * Math.PI
        const radius = size * (1 + depth * Math.cos(angle * lobes))
        return [
          w / 2 + Math.cos(angle + turn + i * twist) * radius,
          y + Math.sin(angle + turn + i * twist) * radius,
        ]
      })
      return shape(smooth(points, true), cycle(colours, i))
    })
    .join('')
}

// Relationships: always two.

const overlap: Figure = (random, { a, b, c }, w, h) => {
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
      d`M${x - px} ${y - py}A${radius} ${radius} 0 0 1 ${x + px} ${y + py}A${radius} ${radius} 0 0 1 ${x - px} ${y - py}z`,
      c,
    )
  )
}

const links: Figure = (random, { a, b }, w, h) => {
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
    stroke(d`M${sx} ${sy}A${radius} ${radius} 0 0 1 ${ex} ${ey}`, a, thick)
  )
}

const seam: Figure = (random, { a, b, c }, w, h) => {
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

const halves: Figure = (random, { a, b, c }, w, h) => {
  const radius = Math.min(w * 0.46, h * 0.38)
  const slide = radius * between(random, 0.2, 0.6) * pick(random, [1, -1])
  const flat = random() < 0.35
  const [x, y] = [w / 2, h / 2]
  const data = d`M0 ${-radius}a${radius} ${radius} 0 0 0 0 ${2 * radius}z`
  const half = (turn: number, shift: number, colour: string): string =>
    shape(
      data,
      colour,
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

/** Figures for self-help. */
export const selfHelpFigures = [rising, doorways, balance, setting] as const
/** Figures for health and wellness. */
export const healthFigures = [sprig, bloom, cutPaper, breath] as const
/** Figures for relationships. */
export const relationshipFigures = [overlap, links, seam, halves] as const
