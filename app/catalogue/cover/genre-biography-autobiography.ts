import { between, pick, upTo, whole } from './random.ts'
import { ROUND, pathData, disc, rect, shape, stroke } from './shapes.ts'
import { type CoverFigure, roman, type CoverStyle } from './style.ts'

const bust: CoverFigure = (random, { a, b, c }, w, h) => {
  const x = w / 2 + between(random, -0.06, 0.06) * w
  const tall = Math.min(h * 0.28, w * 0.27)
  const wide = tall * between(random, 0.76, 0.92)
  const y = h - tall * 1.92
  const shoulder = Math.min(w * 0.47, tall * 1.6)
  const out: string[] = []
  if (random() < 0.55) out.push(disc(x, y, Math.min(tall * 1.55, w * 0.45), c))
  const body = pathData`M${x - shoulder} ${h}a${shoulder} ${tall * 1.05} 0 0 1 ${2 * shoulder} 0z`
  const hair = pick(random, ['none', 'cap', 'bun', 'curls', 'brim'] as const)
  if (hair === 'bun') out.push(disc(x, y - tall * 1.08, tall * 0.36, a))
  if (hair === 'curls')
    out.push(
      stroke(
        pathData`M${x - wide} ${y - tall * 0.2}v${tall * 0.9}M${x + wide} ${y - tall * 0.2}v${tall * 0.9}`,
        a,
        wide * 0.62,
        ROUND,
      ),
    )
  out.push(shape(body, a), rect(x - wide * 0.4, y, wide * 0.8, tall * 1.25, b))
  out.push(shape(pathData`M${x} ${y - tall}a${wide} ${tall} 0 0 0 0 ${2 * tall}z`, b))
  const shade = c === b ? a : c
  out.push(
    shape(
      pathData`M${x} ${y - tall}a${wide} ${tall} 0 0 1 0 ${2 * tall}z`,
      out[0]?.startsWith('<circle') ? a : shade,
    ),
  )
  if (hair === 'cap' || hair === 'curls')
    out.push(
      shape(
        pathData`M${x - wide * 1.12} ${y - tall * 0.22}a${wide * 1.12} ${tall * 0.95} 0 0 1 ${wide * 2.24} 0z`,
        a,
      ),
    )
  if (hair === 'brim')
    out.push(
      shape(
        pathData`M${x - wide * 1.7} ${y - tall * 0.42}h${wide * 3.4}v${-tall * 0.16}h${-wide * 0.66}v${-tall * 0.72}h${-wide * 2.08}v${tall * 0.72}h${-wide * 0.66}z`,
        a,
      ),
    )
  const collar = wide * 0.55
  out.push(
    shape(
      pathData`M${x - collar} ${h - tall * 0.86}L${x} ${h - tall * 0.36}L${x + collar} ${h - tall * 0.86}z`,
      b,
    ),
  )
  return out.join('')
}

const whorl: CoverFigure = (random, { a, b }, w, h) => {
  const ridges = whole(random, 8, 11)
  const tall = h * 0.49
  const wide = Math.min(w * 0.43, tall * 0.86)
  const turn = Math.round(between(random, -14, 14))
  const special = whole(random, 1, ridges - 3)
  const lift = between(random, 0.1, 0.24)
  const paths = upTo(ridges).map((i) => {
    const t = 1 - i / ridges
    const [rx, ry] = [wide * t, tall * t]
    const dash = `${whole(random, 26, 70)} 4 ${whole(random, 8, 30)} 4`
    const width = (wide / ridges) * 0.58
    return `<ellipse cy="${Math.round(tall * lift * (1 - t))}" rx="${Math.round(rx)}" ry="${Math.round(ry)}" pathLength="100" fill="none" stroke="${i === special ? b : a}" stroke-width="${Math.round(width)}"${ROUND} stroke-dasharray="${dash}" stroke-dashoffset="${whole(random, 0, 99)}"/>`
  })
  return `<g transform="translate(${Math.round(w / 2)} ${Math.round(h / 2)})rotate(${turn})">${paths.join('')}</g>`
}

const engraving: CoverFigure = (random, { a, b, c }, w, h) => {
  const pitch = between(random, 15, 21)
  const x = w / 2
  const tall = Math.min(h * 0.275, w * 0.28)
  const wide = tall * between(random, 0.76, 0.9)
  const y = h - tall * 1.95
  const shoulder = Math.min(w * 0.46, tall * 1.6)
  const turn = pick(random, [1, -1])
  const halfAt = (level: number): number => {
    const head = Math.abs(level - y) < tall ? wide * Math.sqrt(1 - ((level - y) / tall) ** 2) : 0
    const neck = level > y ? wide * 0.42 : 0
    const fall = (h - level) / (tall * 1.02)
    const body = fall < 1 ? shoulder * Math.sqrt(Math.max(0, 1 - fall ** 2)) : 0
    return Math.max(head, neck, body)
  }
  let lit = ''
  let dark = ''
  let air = ''
  for (const i of upTo(h / pitch + 1)) {
    const level = h - pitch * (i + 0.3)
    const half = halfAt(level)
    air += pathData`M0 ${level}h${w}`
    if (half === 0) continue
    const split = half * 0.24 * turn
    dark +=
      turn > 0
        ? pathData`M${x - half} ${level}H${x + split}`
        : pathData`M${x + split} ${level}H${x + half}`
    lit +=
      turn > 0
        ? pathData`M${x + split} ${level}H${x + half}`
        : pathData`M${x - half} ${level}H${x + split}`
  }
  const sun = random() < 0.6 ? disc(x + turn * wide * 0.7, y - tall * 0.25, tall * 1.35, c) : ''
  return (
    sun +
    stroke(air, a, pitch * 0.13) +
    stroke(dark, a, pitch * 0.82) +
    stroke(lit, sun === '' ? b : a, pitch * (sun === '' ? 0.82 : 0.45))
  )
}

const monogram: CoverFigure = (random, scheme, w, h, place) => {
  const [first, second] = place.initials
  if (first === undefined) return whorl(random, scheme, w, h, place)
  const { a, b, c } = scheme
  const size = (h * (place.bleed === 'none' ? 1.3 : 1.55)) / 1000
  const letter = (outline: string, x: number, y: number, color: string): string =>
    shape(
      outline,
      color,
      ` transform="translate(${Math.round(x)} ${Math.round(y)})scale(${Math.round(size * 1000) / 1000})"`,
    )
  const foot = place.bleed === 'none' ? h * 0.97 : size * 725
  const front = pick(random, [b, c])
  if (second === undefined) return letter(first.outline, (w - size * first.width) / 2, foot, a)
  const crop = Math.max(0, size * (first.width + second.width) - w * 1.2) / 2
  return (
    letter(first.outline, -Math.min(crop, size * first.width * 0.3), foot, a) +
    letter(
      second.outline,
      w - size * second.width + Math.min(crop, size * second.width * 0.3),
      foot,
      front,
    )
  )
}

/** Figures: heads, fingerprints, initials. Colors: archive: stone, ochre, slate, rust, olive. */
export const biography: CoverStyle = {
  ...roman,
  seed: 'biography-autobiography',
  layouts: ['top', 'around'],
  figures: [bust, whorl, engraving, monogram],
  colors: [
    '#c9b183 #1c1712 #c9b183 #1c1712 #f5e9cd #a33a1b',
    '#445560 #f6ead0 #445560 #1a242b #f3e3c3 #dc9a36',
    '#8d3a1d #fbead0 #8d3a1d #2b130d #f7dfba #dd9a4d',
    '#cfd0c8 #1e242e #cfd0c8 #28405f #fbf6ea #bf5230',
    '#5f6329 #faf0d2 #5f6329 #1f210f #f5e7c0 #de9440',
    '#eadbbb #231a14 #b2693a #231a14 #f6e6c6 #e8b65e',
  ],
}
