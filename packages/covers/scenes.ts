import {
  cycle,
  disc,
  fill,
  grid,
  line,
  mirrored,
  path,
  rect,
  ROUND,
  smooth,
  times,
  type Figure,
} from './drawing.ts'

export const hills: Figure = ({ w, h, a, b, c, random, whole, between }) => {
  const moon = Math.min(w, h) * between(0.17, 0.26)
  const x = w * between(0.24, 0.76)
  const ground = [b, c, a].map((color, layer) => {
    const count = whole(3, 4)
    const ridge = times(count + 3, (i): [number, number] => [
      ((i - 1) * w) / count,
      h * (0.42 + layer * 0.2) + (i % 2 === layer % 2 ? -1 : 1) * between(0.03, 0.15) * h,
    ])
    return fill(color)`${smooth(ridge)}V${h + 9}H-200z`
  })
  return [disc(x, moon * 1.15, moon, a), random() < 0.5 ? ground.slice(0, 2) : ground]
}

export const windows: Figure = ({ w, h, a, b, c, random, whole, between }) => {
  const across = whole(3, 5)
  const cell = (w - 40) / across
  const down = Math.max(2, Math.floor(h / (cell * between(1.15, 1.5))))
  const pitch = h / down
  const lit = whole(0, across * down - 1)
  const isArched = random() < 0.6
  const wide = cell * between(0.56, 0.74)
  const tall = pitch * 0.78
  const radius = isArched ? Math.min(wide / 2, tall * 0.8) : 0
  const top = isArched ? path`a${radius} ${radius} 0 0 1 ${wide} 0` : path`h${wide}`
  const panes = grid(across, down, (column, row) => {
    const x = 20 + cell * (column + 0.5) - wide / 2
    const y = row * pitch + (pitch - tall) / 2
    return path`M${x} ${y + tall}V${y + radius}${top}V${y + tall}z`
  })
  return [rect(0, 0, w, h, c), fill(b)`${panes.toSpliced(lit, 1)}`, fill(a)`${panes[lit] ?? ''}`]
}

export const curtain: Figure = ({ w, h, a, b, c, field, whole, between, pick }) => {
  const folds = whole(4, 6)
  const open = between(0.2, 0.42) * w
  const x = w * pick([0.5, 0.5, 0.38, 0.62])
  const moon = disc(x, h * between(0.55, 0.72), between(0.1, 0.16) * w, a)
  const side = (from: number, to: number) =>
    times(folds, (i) => {
      const [top1, top2] = [i, i + 1].map((n) => from + (x - from) * (n / folds)) as [
        number,
        number,
      ]
      const [foot1, foot2] = [i, i + 1].map((n) => from + (to - from) * (n / folds)) as [
        number,
        number,
      ]
      return fill(
        cycle([b, c], i),
      )`M${top1} 0H${top2}Q${top2} ${h * 0.5} ${foot2} ${h}H${foot1}Q${top1} ${h * 0.5} ${top1} 0z`
    })
  return [rect(0, 0, w, h, field), moon, side(0, x - open), side(w, x + open)]
}

export const sea: Figure = ({ w, h, a, b, c, whole, between }) => {
  const across = whole(3, 5)
  const size = w / across
  const rows = whole(4, 6)
  const sun = Math.min(w, h) * between(0.2, 0.3)
  const top = Math.min(h * 0.5, sun * 1.5)
  const boatRow = whole(0, 1)
  const mast = Math.min(h * 0.2, 120)
  const boat = (x: number, y: number, [front, back]: [string, string]) => [
    fill(front)`M${x} ${y - mast}v${mast * 1.1}h${-mast * 0.62}z`,
    fill(back)`M${x + 8} ${y - mast * 0.8}v${mast * 0.9}h${mast * 0.4}z`,
  ]
  const wave = path`q${size / 2} ${size * 0.42} ${size} 0`
  return [
    disc(w * between(0.25, 0.75), sun * 1.1, sun, a),
    times(rows, (row) => {
      const y = top + (row * (h - top)) / rows
      const start = row % 2 === 0 ? -size / 2 : -size
      return [
        row === boatRow && boat(w * between(0.2, 0.75), y, row === 0 ? [b, c] : [a, a]),
        fill(cycle([b, c], row))`M${start} ${y}${wave.repeat(across + 2)}V${h + 9}H${start}z`,
      ]
    }),
  ]
}

export const forest: Figure = ({ w, h, a, b, c, whole, between }) => {
  const moon = w * between(0.2, 0.3)
  const trunks = whole(6, 9)
  const special = whole(1, trunks - 2)
  const bars = times(trunks, (i) => {
    const x = ((i + between(0.25, 0.75)) * w) / trunks
    const wide = (w / trunks) * between(0.16, 0.36)
    const lean = between(-16, 16)
    return fill(
      i === special ? a : cycle([b, c], i),
    )`M${x - wide} ${h}L${x - wide * 0.7 + lean} 0h${wide * 1.4}L${x + wide} ${h}z`
  })
  return [disc(w * between(0.3, 0.7), h * 0.46, Math.min(moon, h * 0.4), a), bars]
}

export const eye: Figure = ({ w, h, a, b, c, field, whole, pick }) => {
  const [x, y] = [w / 2, h / 2]
  const lids = whole(3, 5)
  const iris = Math.min(h * 0.2, w * 0.19)
  const step = (h * 0.5 - iris) / lids
  return [
    times(lids, (i) => {
      const open = iris * 0.96 + step * (lids - i - 0.4)
      return fill(
        i === lids - 1 ? a : cycle([b, c], i),
      )`M0 ${y}Q${x} ${y - open * 2} ${w} ${y}Q${x} ${y + open * 2} 0 ${y}z`
    }),
    disc(x, y, iris, pick([b, c])),
    disc(x, y, iris * 0.5, field),
    disc(x + iris * 0.3, y - iris * 0.3, iris * 0.16, a),
  ]
}

export const rising: Figure = ({ w, h, whole, between, pick, palette }) => {
  const x = w * pick([0.5, 0.5, 0.28, 0.74])
  const reach = Math.max(h * 0.96, Math.max(x, w - x) * 0.9)
  const rings = whole(3, 6)
  const bend = between(0.8, 1.25)
  const colors = palette('abab afbf bac')
  return times(rings, (i) => disc(x, h, reach * (1 - i / rings) ** bend, cycle(colors, i)))
}

export const doorways: Figure = ({ w, h, c, whole, between, pick, palette }) => {
  const floor = h * between(0.66, 0.76)
  const radius = Math.min(w * between(0.16, 0.24), floor * 0.42)
  const x = w * pick([0.34, 0.5, 0.66])
  const top = floor * between(0.08, 0.2)
  const slant = pick([-1, 1]) * between(0.4, 1.3) * radius + (w / 2 - x)
  const frames = whole(0, 2)
  const door = (size: number, up: number, color: string) =>
    fill(color)`M${x - size} ${floor}V${up + size}a${size} ${size} 0 0 1 ${2 * size} 0V${floor}z`
  const [wall, light, sun] = palette('aba cba abc')
  return [
    rect(0, floor, w, h - floor + 1, wall),
    times(frames, (i) => {
      const around = frames - i
      const size = radius * (1 + 0.34 * around)
      return door(size, Math.max(4, top - radius * 0.3 * around), around % 2 === 0 ? wall : c)
    }),
    door(radius, top, light),
    disc(x + radius * between(-0.3, 0.3), floor - radius * between(0.8, 1.5), radius * 0.42, sun),
    fill(
      light,
    )`M${x - radius} ${floor - 2}H${x + radius}V${floor}L${x + radius * 1.7 + slant} ${h + 2}H${x - radius * 1.7 + slant}L${x - radius} ${floor}z`,
  ]
}

export const setting: Figure = ({ w, h, a, b, c, field, random, whole, pick }) => {
  const radius = Math.min(w * 0.44, h * 0.5)
  const [x, y] = [w / 2, h / 2]
  const bars = whole(5, 8)
  const up = random() < 0.4 ? -1 : 1
  const slats = times(bars, (i) => {
    const t = (i + 1) / (bars + 1)
    const thick = radius * 0.22 * t + 4
    const top = y + up * radius * 1.05 * t - thick / 2
    if (i < bars - 1) return rect(0, top, w, thick, field)
    return up < 0
      ? rect(0, y - radius - 5, w, top + thick - y + radius + 5, field)
      : rect(0, top, w, y + radius + 5 - top, field)
  })
  return [disc(x, y, radius, pick([a, c])), random() < 0.5 && disc(x, y, radius * 0.55, b), slats]
}

export const balance: Figure = ({ w, h, a, b, c, random, whole, between }) => {
  const weights = times(whole(3, 4), () => between(0.8, 1.7))
  const unit = (h * 0.94) / weights.reduce((sum, weight) => sum + weight, 0)
  let y = h
  let last = ''
  return weights.map((weight, i) => {
    const tall = Math.min(weight * unit, w * 0.44)
    const kinds = ['dome', 'bowl', 'disc', 'slab'].filter(
      (kind) => kind !== last && !(i === 0 && kind === 'disc'),
    )
    last = kinds[Math.floor(random() * kinds.length)] ?? 'disc'
    const x = w / 2 + between(-0.07, 0.07) * w
    const color = cycle([a, b, c], i)
    const foot = y
    y -= tall
    if (last === 'dome')
      return fill(color)`M${x - tall} ${foot}a${tall} ${tall} 0 0 1 ${2 * tall} 0z`
    if (last === 'bowl') return fill(color)`M${x - tall} ${y}a${tall} ${tall} 0 0 0 ${2 * tall} 0z`
    if (last === 'disc') return disc(x, (y + foot) / 2, tall / 2, color)
    return line(color, tall, ROUND)`M${x - tall * 0.7} ${foot - tall / 2}h${tall * 1.4}`
  })
}

export const stairs: Figure = ({ w, h, a, b, c, random, whole }) => {
  const steps = whole(3, 6)
  const run = w / steps
  const rise = (h * 0.72) / steps
  const blocks =
    random() < 0.6
      ? times(steps, (i) => {
          const tall = (i + 1) * rise
          return rect(i * run, h - tall, run + 1, tall, cycle([a, c], i))
        })
      : fill(a)`M0 ${h}${times(steps, (i) => path`V${h - (i + 1) * rise}H${(i + 1) * run}`)}V${h}z`
  const on = whole(0, steps - 2)
  const radius = Math.min(run, rise * 1.6) * 0.42
  const ball = disc((on + 0.5) * run, h - (on + 1) * rise - radius, radius, b)
  return random() < 0.25 ? mirrored(w, [blocks, ball]) : [blocks, ball]
}
