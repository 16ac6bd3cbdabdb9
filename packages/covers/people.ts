import {
  disc,
  fill,
  line,
  path,
  polar,
  rect,
  ring,
  ROUND,
  smooth,
  times,
  type Figure,
} from './drawing.ts'

export const bust: Figure = ({ w, h, a, b, c, random, pick, between }) => {
  const x = w / 2 + between(-0.06, 0.06) * w
  const tall = Math.min(h * 0.28, w * 0.27)
  const wide = tall * between(0.76, 0.92)
  const y = h - tall * 1.92
  const shoulder = Math.min(w * 0.47, tall * 1.6)
  const collar = wide * 0.55
  const sun = random() < 0.55 && disc(x, y, Math.min(tall * 1.55, w * 0.45), c)
  const hair = pick(['none', 'cap', 'bun', 'curls', 'brim'])
  const [dark, pale, locks] = [fill(a), fill(b), line(a, wide * 0.62, ROUND)]
  const half = (side: 0 | 1, color: string) =>
    fill(color)`M${x} ${y - tall}a${wide} ${tall} 0 0 ${side} 0 ${2 * tall}z`
  return [
    sun,
    hair === 'bun' && disc(x, y - tall * 1.08, tall * 0.36, a),
    hair === 'curls' &&
      locks`M${x - wide} ${y - tall * 0.2}v${tall * 0.9}M${x + wide} ${y - tall * 0.2}v${tall * 0.9}`,
    dark`M${x - shoulder} ${h}a${shoulder} ${tall * 1.05} 0 0 1 ${2 * shoulder} 0z`,
    rect(x - wide * 0.4, y, wide * 0.8, tall * 1.25, b),
    half(0, b),
    half(1, sun || hair === 'bun' || c === b ? a : c),
    (hair === 'cap' || hair === 'curls') &&
      dark`M${x - wide * 1.12} ${y - tall * 0.22}a${wide * 1.12} ${tall * 0.95} 0 0 1 ${wide * 2.24} 0z`,
    hair === 'brim' &&
      dark`M${x - wide * 1.7} ${y - tall * 0.42}h${wide * 3.4}v${-tall * 0.16}h${-wide * 0.66}v${-tall * 0.72}h${-wide * 2.08}v${tall * 0.72}h${-wide * 0.66}z`,
    pale`M${x - collar} ${h - tall * 0.86}L${x} ${h - tall * 0.36}L${x + collar} ${h - tall * 0.86}z`,
  ]
}

export const whorl: Figure = ({ w, h, a, b, whole, between }) => {
  const ridges = whole(8, 11)
  const tall = h * 0.49
  const wide = Math.min(w * 0.43, tall * 0.86)
  const turn = between(-14, 14)
  const special = whole(1, ridges - 3)
  const lift = between(0.1, 0.24)
  return [
    path`<g transform="translate(${w / 2} ${h / 2})rotate(${turn})">`,
    times(ridges, (i) => {
      const t = 1 - i / ridges
      const dash = `${whole(26, 70)} 4 ${whole(8, 30)} 4`
      const color = i === special ? b : a
      return path`<ellipse cy="${tall * lift * (1 - t)}" rx="${wide * t}" ry="${tall * t}" pathLength="100" fill="none" stroke="${color}" stroke-width="${(wide / ridges) * 0.58}"${ROUND} stroke-dasharray="${dash}" stroke-dashoffset="${whole(0, 99)}"/>`
    }),
    '</g>',
  ]
}

export const engraving: Figure = ({ w, h, a, b, c, random, pick, between }) => {
  const pitch = between(15, 21)
  const x = w / 2
  const tall = Math.min(h * 0.275, w * 0.28)
  const wide = tall * between(0.76, 0.9)
  const y = h - tall * 1.95
  const shoulder = Math.min(w * 0.46, tall * 1.6)
  const turn = pick([1, -1])
  const halfAt = (level: number): number => {
    const head = Math.abs(level - y) < tall ? wide * Math.sqrt(1 - ((level - y) / tall) ** 2) : 0
    const neck = level > y ? wide * 0.42 : 0
    const fall = (h - level) / (tall * 1.02)
    return Math.max(head, neck, fall < 1 ? shoulder * Math.sqrt(Math.max(0, 1 - fall ** 2)) : 0)
  }
  const levels = times(h / pitch + 1, (i) => h - pitch * (i + 0.3))
  const side = (sign: 1 | -1) =>
    levels.map((level) => {
      const half = halfAt(level)
      const split = x + half * 0.24 * turn
      if (half === 0) return ''
      return sign < 0 ? path`M${x - half} ${level}H${split}` : path`M${split} ${level}H${x + half}`
    })
  const [dark, lit] = turn > 0 ? [side(-1), side(1)] : [side(1), side(-1)]
  const sun = random() < 0.6 && disc(x + turn * wide * 0.7, y - tall * 0.25, tall * 1.35, c)
  return [
    sun,
    line(a, pitch * 0.13)`${levels.map((level) => path`M0 ${level}h${w}`)}`,
    line(a, pitch * 0.82)`${dark}`,
    line(sun ? a : b, pitch * (sun ? 0.45 : 0.82))`${lit}`,
  ]
}

export const monogram: Figure = (page) => {
  const { w, h, a, b, c, bleed, initials, pick } = page
  const [first, second] = initials
  if (!first) return whorl(page)
  const size = (h * (bleed === 'none' ? 1.3 : 1.55)) / 1000
  const foot = bleed === 'none' ? h * 0.97 : size * 725
  const letter = (outline: string, x: number, color: string) =>
    fill(
      color,
      path` transform="translate(${x} ${foot})scale(${String(Math.round(size * 1000) / 1000)})"`,
    )`${outline}`
  const front = pick([b, c])
  if (!second) return letter(first.outline, (w - size * first.width) / 2, a)
  const crop = Math.max(0, size * (first.width + second.width) - w * 1.2) / 2
  return [
    letter(first.outline, -Math.min(crop, size * first.width * 0.3), a),
    letter(
      second.outline,
      w - size * second.width + Math.min(crop, size * second.width * 0.3),
      front,
    ),
  ]
}

export const overlap: Figure = ({ w, h, a, b, c, pick, between }) => {
  const angle = pick([0, 0, Math.PI / 2, -0.7, 0.7])
  const radius = Math.min(w * 0.31, h * (angle === 0 ? 0.46 : 0.33))
  const apart = radius * between(0.45, 0.78)
  const half = Math.sqrt(radius ** 2 - apart ** 2)
  const [dx, dy] = polar(angle, apart)
  const [px, py] = polar(angle + Math.PI / 2, half)
  const [x, y] = [w / 2, h / 2]
  return [
    disc(x - dx, y - dy, radius, a),
    disc(x + dx, y + dy, radius, b),
    fill(
      c,
    )`M${x - px} ${y - py}A${radius} ${radius} 0 0 1 ${x + px} ${y + py}A${radius} ${radius} 0 0 1 ${x - px} ${y - py}z`,
  ]
}

export const links: Figure = ({ w, h, a, b, pick, between }) => {
  const angle = pick([0, 0.6, -0.6, Math.PI / 2])
  const radius = Math.min(
    (w * 0.47) / (1.18 + 0.62 * Math.abs(Math.cos(angle))),
    (h * 0.49) / (1.18 + 0.62 * Math.abs(Math.sin(angle))),
  )
  const thick = radius * between(0.26, 0.36)
  const apart = radius * 0.62
  const [dx, dy] = polar(angle, apart)
  const [x, y] = [w / 2, h / 2]
  const cross = angle - Math.acos(apart / radius)
  const point = (turn: number) => {
    const [px, py] = polar(turn, radius)
    return path`${x - dx + px} ${y - dy + py}`
  }
  return [
    ring(x - dx, y - dy, radius, a, thick),
    ring(x + dx, y + dy, radius, b, thick),
    line(a, thick)`M${point(cross - 0.5)}A${radius} ${radius} 0 0 1 ${point(cross + 0.5)}`,
  ]
}

export const seam: Figure = ({ w, h, a, b, c, whole, pick, between }) => {
  const bumps = whole(3, 6)
  const side = pick([1, -1])
  const edge = times(bumps + 3, (i): [number, number] => [
    w / 2 + (i % 2 === 0 ? -1 : 1) * side * between(0.06, 0.2) * w,
    ((i - 1) * h) / bumps,
  ])
  const eye = w * between(0.05, 0.085)
  const level = h * between(0.3, 0.5)
  return [
    rect(0, 0, w, h, a),
    fill(b)`${smooth(edge)}V${h * 2}H${w}V${-h}z`,
    disc(w * 0.17, level, eye, c),
    disc(w * 0.83, level, eye, c),
  ]
}

export const halves: Figure = ({ w, h, a, b, c, random, pick, between }) => {
  const radius = Math.min(w * 0.46, h * 0.38)
  const slide = radius * between(0.2, 0.6) * pick([1, -1])
  const flat = random() < 0.35
  const [x, y] = [w / 2, h / 2]
  const half = (turn: number, shift: number, color: string) =>
    fill(
      color,
      path` transform="translate(${x + (flat ? shift : 0)} ${y + (flat ? 0 : shift)})rotate(${turn + (flat ? 90 : 0)})"`,
    )`M0 ${-radius}a${radius} ${radius} 0 0 0 0 ${2 * radius}z`
  const dot = radius * between(0.16, 0.3)
  const [dx, dy] = flat ? [slide / 2, -radius * 0.5] : [-radius * 0.5, -slide / 2]
  return [
    half(0, -slide / 2, a),
    half(180, slide / 2, b),
    random() < 0.6 && [disc(x + dx, y + dy, dot, c), disc(x - dx, y - dy, dot, c)],
  ]
}
